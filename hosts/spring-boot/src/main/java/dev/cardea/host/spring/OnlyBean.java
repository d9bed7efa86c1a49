package dev.cardea.host.spring;

import java.util.Optional;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/** A bean that may exist once; if there are two, the application must say which one applies. */
final class OnlyBean {
    private OnlyBean() {}

    /** @throws InvalidSetupException if there are several, and none is primary */
    static <T> Optional<T> of(Class<T> type, ObjectProvider<T> beans) {
        try {
            return Optional.ofNullable(beans.getIfAvailable());
        } catch (NoUniqueBeanDefinitionException e) {
            if (!type.equals(e.getBeanType())) throw e;
            throw new InvalidSetupException(
                    "There are several beans of type " + ClassUtils.getShortName(type) + ": " + e.getBeanNamesFound()
                            + ". Cardea uses one.",
                    "Remove all but one, or put @Primary on the one to use.");
        }
    }
}
