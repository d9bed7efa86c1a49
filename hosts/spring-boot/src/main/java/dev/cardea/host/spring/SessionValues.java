package dev.cardea.host.spring;

import dev.cardea.hook.Callbacks;
import dev.cardea.model.User;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the methods marked {@link SessionValue}. Their beans are created on first use. */
final class SessionValues {
    private final ConfigurableListableBeanFactory beans;

    SessionValues(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** @throws IllegalStateException if a marked method takes anything but a user */
    Callbacks addTo(Callbacks callbacks) {
        var all = callbacks;
        for (var entry : BeanTypes.types(beans).entrySet()) {
            var type = entry.getValue();
            if (!AnnotationUtils.isCandidateClass(type, SessionValue.class)) continue;
            for (var found :
                    MethodIntrospector.selectMethods(type, SessionValues::mark).entrySet()) {
                all = all.show(
                        found.getValue().value(), new AnnotatedValue(beans, entry.getKey(), checked(found.getKey())));
            }
        }
        return all;
    }

    private static @Nullable SessionValue mark(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, SessionValue.class);
    }

    private static Method checked(Method method) {
        if (Arrays.equals(method.getParameterTypes(), new Class<?>[] {User.class})) return method;
        throw new IllegalStateException(method + " is marked @SessionValue; it must take a User and nothing else");
    }

    /**
     * A marked method of a bean. Its invocation is prepared at the first call, because the class of the bean does not
     * change.
     */
    private static final class AnnotatedValue implements Function<User, @Nullable Object> {
        private final BeanFactory beans;
        private final String bean;
        private final Method declared;
        private volatile @Nullable Method callable;

        AnnotatedValue(BeanFactory beans, String bean, Method declared) {
            this.beans = beans;
            this.bean = bean;
            this.declared = declared;
        }

        @Override
        public @Nullable Object apply(User user) {
            var target = beans.getBean(bean);
            var method = callable;
            if (method == null) {
                method = AopUtils.selectInvocableMethod(declared, target.getClass());
                ReflectionUtils.makeAccessible(method);
                callable = method;
            }
            var value = ReflectionUtils.invokeMethod(method, target, user);
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        }
    }
}
