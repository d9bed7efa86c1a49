package dev.cardea;

import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.observe.AddedObservers;
import dev.cardea.limit.InMemoryRateLimiter;
import dev.cardea.limit.RateLimiter;
import dev.cardea.recorder.Recorder;
import java.time.Clock;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a function that returns a configuration for each request: one for each configuration that is still in
 * use. An engine remembers which links were used and how often visitors tried, so two first requests at the same time get
 * the same one. All engines count attempts together, as a configuration that is made anew for each request would
 * otherwise never see a second one. Safe for concurrent use.
 */
final class EnginesByConfig {
    /** An engine does not refer to its configuration, so both go when the application drops it. */
    private final Map<AuthConfig, AuthEngine> engines = new WeakHashMap<>();

    private final Recorder recorder;
    private final AddedObservers observers;
    private final String contextPath;
    private @Nullable RateLimiter counter;
    private volatile @Nullable AuthEngine last;

    /** @param contextPath of the application; empty for none */
    EnginesByConfig(Recorder recorder, AddedObservers observers, String contextPath) {
        this.contextPath = contextPath;
        this.recorder = recorder;
        this.observers = observers;
    }

    /** Returns whether the store of the last configuration answers; {@code true} before the first request. */
    boolean isLastHealthy() {
        var engine = last;
        return engine == null || engine.isHealthy();
    }

    AuthEngine of(AuthConfig config) {
        var known = find(config);
        var engine = known == null ? add(config) : known;
        if (last != engine) last = engine;
        return engine;
    }

    private AuthEngine add(AuthConfig config) {
        var settings = config.settings();
        return keep(config, new AuthEngine(settings, contextPath, true, counter(settings.clock), recorder, observers));
    }

    private synchronized @Nullable AuthEngine find(AuthConfig config) {
        return engines.get(config);
    }

    /** Of two first requests, the second gets the engine of the first. */
    private synchronized AuthEngine keep(AuthConfig config, AuthEngine made) {
        var first = engines.putIfAbsent(config, made);
        return first == null ? made : first;
    }

    private synchronized RateLimiter counter(Clock clock) {
        if (counter == null) counter = new InMemoryRateLimiter(clock);
        return counter;
    }
}
