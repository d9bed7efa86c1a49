package dev.cardea.dev;

import dev.cardea.AuthConfig;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

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
 * same machine, and it does not start in production. That is: with {@code CARDEA_ENV} or {@code NODE_ENV} other
 * than {@code development} and {@code test}, with a public {@code url}, with a store that is not local, or inside a packaged application. No setting
 * changes that.
 *
 * <p>Immutable but for what its pages change, such as the inbox; each setter returns a copy that shares it.
 */
public final class CardeaDev {
    /** In the working directory. */
    static final Path FOLDER = Path.of(".cardea");

    private final Path folder;
    private final boolean keepStore;
    private final boolean playAll;
    private final String pages;
    private final DevState state;

    private CardeaDev(Path folder, boolean keepStore, boolean playAll, String pages, DevState state) {
        this.folder = folder;
        this.keepStore = keepStore;
        this.playAll = playAll;
        this.pages = pages;
        this.state = state;
    }

    /**
     * Extends a configuration, with the folder {@code .cardea} in the working directory.
     *
     * @return the same builder. Its {@code build()} throws a {@link dev.cardea.error.ConfigurationException} in production
     */
    public static AuthConfig.Builder of(AuthConfig.Builder config) {
        return in(FOLDER).extend(config);
    }

    /** Starts with another folder for the secret. It is created when it is first needed. */
    public static CardeaDev in(Path folder) {
        return new CardeaDev(folder, false, false, "", new DevState());
    }

    /** Accepts a store in another process on this machine, such as a database in a local container. */
    public CardeaDev keepStore() {
        return new CardeaDev(folder, true, playAll, pages, state);
    }

    /** Plays every OAuth provider, including those with credentials. */
    public CardeaDev playAll() {
        return new CardeaDev(folder, keepStore, true, pages, state);
    }

    /**
     * Names the origin at which browsers reach {@code /_cardea}, where another process serves the site and passes on the
     * routes alone. Default: the origin of the site.
     *
     * @param origin such as {@code http://localhost:3100}
     * @throws ConfigurationException if it is not an origin of this machine
     */
    public CardeaDev pagesAt(String origin) {
        var url = WebUrl.parse(origin)
                .filter(WebUrl::isLoopback)
                .filter(it -> it.target().equals("/"))
                .orElseThrow(() -> new ConfigurationException(List.of(new Finding(
                        ErrorType.INVALID_CONFIGURATION,
                        "pagesAt",
                        "pagesAt must be an origin of this machine, such as http://localhost:3100"))));
        return new CardeaDev(folder, keepStore, playAll, url.origin(), state);
    }

    /** Extends a configuration; see {@link #of}. */
    public AuthConfig.Builder extend(AuthConfig.Builder config) {
        return config.extension(mode());
    }

    /** Replaces the faults, whose waiting takes time. For tests. */
    CardeaDev with(DevFaults faults) {
        return new CardeaDev(folder, keepStore, playAll, pages, new DevState(faults));
    }

    DevInbox inbox() {
        return state.inbox();
    }

    /** Receives an email of the application. */
    void receive(ReceivedMail mail) {
        state.inbox().add(mail, state.clock().over(Clock.systemUTC()));
    }

    DevelopmentMode mode() {
        return new DevelopmentMode(folder, new ProductionGuard(keepStore), playAll, pages, state);
    }
}
