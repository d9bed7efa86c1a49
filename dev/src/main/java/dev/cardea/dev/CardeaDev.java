package dev.cardea.dev;

import dev.cardea.AuthConfig;
import java.nio.file.Path;

/**
 * Turns a configuration into one for development: no credentials, no mail server, and real sign-ins.
 *
 * <pre>{@code
 * var auth = Auth.of(CardeaDev.of(config));   // in a main class that only developers start
 * }</pre>
 *
 * <p>A provider without credentials is played by a local identity provider with the same id, whose profiles have the
 * shape of that provider. Providers with credentials stay as they are. Mails arrive in an inbox. People and inbox are at
 * {@code /_cardea}, served by the same handler. The session secret is in the file {@code .cardea/secret}, whatever the
 * configuration says. Attempts are not limited.
 *
 * <p><b>Security.</b> Anyone who reaches such an application can sign in as any user. So it serves only browsers on the
 * same machine, and it does not start in production. That is: with {@code CARDEA_ENV} or {@code NODE_ENV} {@code
 * production}, with a public {@code url}, with a store that is not local, or inside a packaged application. No setting
 * changes that.
 *
 * <p>Immutable; each setter returns a changed copy.
 */
public final class CardeaDev {
    private final Path folder;
    private final boolean keepStore;

    private CardeaDev(Path folder, boolean keepStore) {
        this.folder = folder;
        this.keepStore = keepStore;
    }

    /**
     * Extends a configuration, with the folder {@code .cardea} in the working directory.
     *
     * @return the same builder. Its {@code build()} throws a {@link dev.cardea.error.ConfigurationException} in production
     */
    public static AuthConfig.Builder of(AuthConfig.Builder config) {
        return in(Path.of(".cardea")).extend(config);
    }

    /** Starts with another folder for the secret. It is created when it is first needed. */
    public static CardeaDev in(Path folder) {
        return new CardeaDev(folder, false);
    }

    /** Accepts a store in another process on this machine, such as a database in a local container. */
    public CardeaDev keepStore() {
        return new CardeaDev(folder, true);
    }

    /** Extends a configuration; see {@link #of}. */
    public AuthConfig.Builder extend(AuthConfig.Builder config) {
        return config.extension(new DevelopmentMode(folder, new ProductionGuard(keepStore)));
    }
}
