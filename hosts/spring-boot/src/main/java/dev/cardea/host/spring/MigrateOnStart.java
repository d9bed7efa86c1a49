package dev.cardea.host.spring;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether {@code cardea.jdbc.migrate-on-start} is on. It is read here alone, as Spring reads booleans: {@code off},
 * {@code no}, {@code 0} and an empty value are false, too.
 */
final class MigrateOnStart implements Condition {
    static boolean isOn(Environment environment) {
        return environment.getProperty("cardea.jdbc.migrate-on-start", Boolean.class, false);
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata annotated) {
        return isOn(context.getEnvironment());
    }
}
