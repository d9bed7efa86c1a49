package dev.cardea.bridge;

import dev.cardea.adapter.SpentTokens;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers in this process which acts were done. When it is full of acts that could still be repeated, no more are done. */
final class SpentActs implements SpentTokens {
    static final int MOST = 100_000;

    private final Clock clock;
    private final Map<String, Instant> spent = new ConcurrentHashMap<>();
    private volatile Instant swept;

    SpentActs(Clock clock) {
        this.clock = clock;
        swept = clock.instant();
    }

    @Override
    public boolean spend(String key, Instant expires) {
        var now = clock.instant();
        if (swept.plusSeconds(10).isBefore(now)) {
            swept = now;
            spent.values().removeIf(end -> end.isBefore(now));
        }
        return spent.size() < MOST && spent.putIfAbsent(key, expires) == null;
    }
}
