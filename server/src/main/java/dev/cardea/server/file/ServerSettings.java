package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.hooks.Hooks;
import dev.cardea.server.metrics.StepRelay;
import dev.cardea.server.store.OpenStore;
import dev.cardea.server.store.StoreSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration file says, ready to serve.
 *
 * @param hooks where the application takes part
 * @param store where users are kept; {@code null}: nowhere
 * @param migrate whether the store's schema is created and upgraded at start
 * @param cleanUp how often expired rows are removed from a store that does not do so itself; {@code null}: never
 * @param production whether tables are created only where {@code migrate} says so
 * @param probes of what it reaches beyond store, hooks and issuers
 * @param warnings the codes that the library warned of when the configuration was built
 * @param advice of what works but could be better
 * @param storeSettings what {@code store} was opened with
 * @param files that the configuration and its secrets were read from, as they were then
 * @param steps passes the steps of requests to the meters, once they are started
 * @param clockOffset what the clock is ahead of the machine's, for tests
 */
public record ServerSettings(
        String host,
        int port,
        AuthConfig auth,
        @Nullable Hooks hooks,
        @Nullable OpenStore store,
        boolean migrate,
        @Nullable Duration cleanUp,
        boolean production,
        List<Probe> probes,
        List<String> warnings,
        List<String> advice,
        Operation operation,
        @Nullable StoreSettings storeSettings,
        FileVersions files,
        StepRelay steps,
        Duration clockOffset) {
    public ServerSettings {
        probes = List.copyOf(probes);
        warnings = List.copyOf(warnings);
        advice = List.copyOf(advice);
    }
}
