package dev.cardea.host.quarkus;

import dev.cardea.Auth;
import dev.cardea.error.ConfigurationException;
import dev.cardea.host.vertx.CardeaHandler;
import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Runs {@link Auth} before everything else that Quarkus serves. */
@Singleton
final class Routes {
    /** Between Quarkus's CORS filter, with 300, and its authentication, with 200. */
    private static final int PRIORITY = 250;

    /**
     * Makes {@link Auth}, too, before anything else needs it, so that an invalid configuration ends the start with all
     * its errors instead of a stack trace.
     */
    void add(
            @Observes Filters filters,
            Instance<Auth> auth,
            @ConfigProperty(name = "cardea.protect") Optional<List<String>> guarded,
            @ConfigProperty(name = "quarkus.http.root-path", defaultValue = "/") String rootPath) {
        var paths = guarded.orElse(List.of()).toArray(String[]::new);
        try {
            filters.register(CardeaHandler.of(auth.get()).protect(paths).at(rootPath), PRIORITY);
        } catch (RuntimeException e) {
            throw withoutTrace(e);
        }
    }

    /** Of this exception of Quarkus, if it has no cause, the message alone is shown. */
    private static RuntimeException withoutTrace(RuntimeException failure) {
        return ConfigurationException.causeOf(failure)
                .<RuntimeException>map(
                        invalid -> new io.quarkus.runtime.configuration.ConfigurationException(invalid.describe()))
                .orElse(failure);
    }
}
