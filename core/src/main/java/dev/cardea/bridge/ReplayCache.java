package dev.cardea.bridge;

import dev.cardea.adapter.UsedTokens;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers in this process which acts were done. When it is full of acts that could still be repeated, no more are done. */
final class ReplayCache implements UsedTokens {
    static final int MAX_KEYS = 100_000;

    private final Clock clock;
    private final Map<String, Instant> spent = new ConcurrentHashMap<>();
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
            spent.values().removeIf(end -> end.isBefore(now));
        }
        return spent.size() < MAX_KEYS && spent.putIfAbsent(key, expires) == null;
    }
}
