package dev.cardea.host.quarkus;

import dev.cardea.Auth;
import dev.cardea.host.vertx.CardeaHandler;
import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Runs {@link Auth} before everything else that Quarkus serves. */
@Singleton
final class Routes {
    /** Between Quarkus's CORS filter, with 300, and its authentication, with 200. */
    private static final int PRIORITY = 250;

    void add(
            @Observes Filters filters,
            Auth auth,
            @ConfigProperty(name = "cardea.protect") Optional<List<String>> guarded,
            @ConfigProperty(name = "quarkus.http.root-path", defaultValue = "/") String rootPath) {
        var paths = guarded.orElse(List.of()).toArray(String[]::new);
        filters.register(CardeaHandler.of(auth).protect(paths).at(rootPath), PRIORITY);
    }
}
