package dev.cardea.host.spring;

import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether accounts are on: {@code cardea.accounts} says so, or else one of the properties below it is set. */
final class AccountsOn implements Condition {
    static final String NAME = "cardea.accounts";

    private static final ConfigurationPropertyName FLAG = ConfigurationPropertyName.of(NAME);

    static boolean isOn(Environment environment) {
        return Binder.get(environment)
                .bind(NAME, Boolean.class)
                .orElseGet(() -> group(environment)
                        .bind(NAME, Bindable.mapOf(String.class, Object.class))
                        .isBound());
    }

    /** Binds the properties below the name. A value of the name itself would hide them. */
    static Binder group(Environment environment) {
        List<ConfigurationPropertySource> below = StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.filter(name -> !name.equals(FLAG)))
                .toList();
        return new Binder(below, new PropertySourcesPlaceholdersResolver(environment));
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata annotated) {
        return isOn(context.getEnvironment());
    }
}
