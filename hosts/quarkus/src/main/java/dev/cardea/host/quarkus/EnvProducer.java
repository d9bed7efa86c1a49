package dev.cardea.host.quarkus;

import dev.cardea.config.Env;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** Reads Cardea's variables, such as {@code AUTH_SECRET}, from all sources of Quarkus's configuration. */
final class EnvProducer {
    private EnvProducer() {}

    @Produces
    @Singleton
    @DefaultBean
    static Env env(Config config) {
        return name -> config.getOptionalValue(name, String.class).orElse(null);
    }
}
