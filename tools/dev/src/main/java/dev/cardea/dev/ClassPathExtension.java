package dev.cardea.dev;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.module.Extension;
import org.jspecify.annotations.Nullable;

/**
 * Lets a framework switch development mode on, where this module is on the class path: by {@code CARDEA_DEV=true} among
 * the values that the configuration reads. A packaged application that contains this module does not start, whether it
 * switches development mode on or not.
 *
 * <p>For {@link java.util.ServiceLoader}. One object belongs to one builder.
 */
public final class ClassPathExtension implements Extension<AuthConfig.Builder> {
    /** Set by {@code CardeaDevConfiguration}, and by the modules for Quarkus and Micronaut in their development modes. */
    static final String VARIABLE = "CARDEA_DEV";

    private @Nullable DevelopmentMode mode;

    /** For {@link java.util.ServiceLoader}. */
    public ClassPathExtension() {}

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        ProductionGuard.requireUnpackaged();
        var on = mode;
        if (on == null) {
            // CardeaDev has configured this builder itself.
            if (config.jwt().codec() instanceof MarkedTokens) return;
            if (!env.flag(VARIABLE).orElse(false)) return;
            // The database of the development profile is that of the application, often in a container.
            on = CardeaDev.in(CardeaDev.FOLDER).keepStore().mode();
            mode = on;
        }
        on.configure(config, env);
    }
}
