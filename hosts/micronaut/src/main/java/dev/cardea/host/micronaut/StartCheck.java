package dev.cardea.host.micronaut;

import dev.cardea.error.ConfigurationException;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.core.order.Ordered;
import jakarta.inject.Singleton;

/**
 * Ends the start of an application without {@link dev.cardea.Auth}, and of one with an invalid configuration, whose
 * errors are shown instead of a stack trace. A listener, because Micronaut reports its exception as it is; it would
 * wrap the exception of a bean that is created at startup.
 */
@Singleton
final class StartCheck implements ApplicationEventListener<StartupEvent>, Ordered {
    private final BeanProvider<CardeaFilter> filter;

    StartCheck(BeanProvider<CardeaFilter> filter) {
        this.filter = filter;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(StartupEvent start) {
        try {
            filter.get();
        } catch (RuntimeException e) {
            throw withoutTrace(e);
        }
    }

    private static RuntimeException withoutTrace(RuntimeException failure) {
        return ConfigurationException.causeOf(failure)
                .map(invalid -> new io.micronaut.context.exceptions.ConfigurationException(invalid.describe()))
                .map(StartCheck::withEmptyTrace)
                .orElse(failure);
    }

    private static RuntimeException withEmptyTrace(RuntimeException plain) {
        plain.setStackTrace(new StackTraceElement[0]);
        return plain;
    }
}
