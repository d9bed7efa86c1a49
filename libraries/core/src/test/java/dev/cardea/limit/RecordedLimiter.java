package dev.cardea.limit;

import dev.cardea.StillClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A limiter that processes share, with the keys that it was asked for. No time passes. */
public final class RecordedLimiter implements RateLimiter {
    /** In the order of the requests. */
    public final List<String> keys = new CopyOnWriteArrayList<>();

    private final RateLimiter memory = new InMemoryRateLimiter(new StillClock());

    @Override
    public Optional<Duration> take(String key, Limit limit) {
        keys.add(key);
        return memory.take(key, limit);
    }

    @Override
    public void refund(String key, Limit limit) {
        memory.refund(key, limit);
    }
}
