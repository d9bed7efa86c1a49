package dev.cardea.dev;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What development mode as a server is started with.
 *
 * @param config the file; {@code null} for the configuration for trials
 * @param folder of the secret, the people and the store for trials
 * @param port of the site
 * @param app to which other requests are passed; {@code null}: none
 * @param corePort beside an application that is started; {@code null} for the usual one
 * @param smtpPort of mails of the application; {@code null} for the usual one, or a free one
 * @param playAll whether providers with credentials are played
 * @param keepStore whether a database on this machine is accepted
 * @param starts whether an application is started
 */
record DevOptions(
        @Nullable Path config,
        Path folder,
        int port,
        @Nullable String app,
        @Nullable Integer corePort,
        @Nullable Integer smtpPort,
        boolean playAll,
        boolean keepStore,
        boolean starts) {
    /** Whether the started application serves the site, and calls this server. */
    boolean isBeside() {
        return starts && app == null;
    }

    String site() {
        return "http://localhost:" + port;
    }
}
