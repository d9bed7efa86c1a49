package dev.cardea.host.quarkus;

import dev.cardea.Env;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/** The variables of Auth, such as {@code AUTH_SECRET}, wherever Quarkus has its settings from. */
final class Variables {
    private Variables() {}

    @Produces
    @Singleton
    @DefaultBean
    static Env env(Config config) {
        return name -> config.getOptionalValue(name, String.class).orElse(null);
    }
}
