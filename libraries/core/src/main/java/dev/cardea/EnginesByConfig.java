package dev.cardea;

import dev.cardea.internal.engine.Assembly;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.SharedState;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a function that returns a configuration for each request: one for each configuration that is still in
 * use, and each context path. An engine remembers which links were used and how often visitors tried, so two first
 * requests at the same time get the same one. All engines count attempts together, as a configuration that is made anew
 * for each request would otherwise never see a second one. Safe for concurrent use.
 */
final class EnginesByConfig {
    /** An engine does not refer to its configuration, so both go when the application drops it. */
    private final Map<AuthConfig, Map<String, AuthEngine>> engines = new WeakHashMap<>();

    private final SharedState shared;
    private volatile @Nullable AuthEngine last;

    EnginesByConfig(SharedState shared) {
        this.shared = shared;
    }

    /** Returns whether the store of the last configuration answers; {@code true} before the first request. */
    boolean isLastHealthy() {
        var engine = last;
        return engine == null || engine.isHealthy();
    }

    /** @param contextPath of the application; empty for none */
    AuthEngine of(AuthConfig config, String contextPath) {
        var known = find(config, contextPath);
        var engine = known == null ? add(config, contextPath) : known;
        if (last != engine) last = engine;
        return engine;
    }

    private AuthEngine add(AuthConfig config, String contextPath) {
        return keep(config, contextPath, Assembly.engine(config.settings(), contextPath, true, shared));
    }

    private synchronized @Nullable AuthEngine find(AuthConfig config, String contextPath) {
        return engines.getOrDefault(config, Map.of()).get(contextPath);
    }

    /** Of two first requests, the second gets the engine of the first. */
    private synchronized AuthEngine keep(AuthConfig config, String contextPath, AuthEngine made) {
        var first = engines.computeIfAbsent(config, it -> new HashMap<>()).putIfAbsent(contextPath, made);
        return first == null ? made : first;
    }
}
