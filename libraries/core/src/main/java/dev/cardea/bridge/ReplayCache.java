package dev.cardea.bridge;

import dev.cardea.adapter.UsedTokens;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers in this process which calls were answered. When it is full of calls that could still be repeated, it rejects new
 * ones.
 */
final class ReplayCache implements UsedTokens {
    static final int MAX_KEYS = 100_000;

    private final Clock clock;
    private final Map<String, Instant> used = new ConcurrentHashMap<>();
    private volatile Instant swept;

    ReplayCache(Clock clock) {
        this.clock = clock;
        swept = clock.instant();
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        var now = clock.instant();
        if (swept.plusSeconds(10).isBefore(now)) {
            swept = now;
            used.values().removeIf(end -> end.isBefore(now));
        }
        return used.size() < MAX_KEYS && used.putIfAbsent(key, expires) == null;
    }
}
