package dev.cardea.host.spring;

import dev.cardea.AuthConfig;

/** Changes the configuration after {@code cardea.*} and the beans were applied; a bean of the application. */
@FunctionalInterface
public interface CardeaCustomizer {
    void customize(AuthConfig.Builder config);
}
