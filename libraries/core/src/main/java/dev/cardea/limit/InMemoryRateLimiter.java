package dev.cardea.limit;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts in this process by the generic cell rate algorithm. For each key it stores only the time at which the burst is
 * full again. Full keys are removed. If too many others remain, those closest to full are removed first, so an attacker
 * cannot evict an exhausted key with fresh ones. Safe for concurrent use.
 */
public final class InMemoryRateLimiter implements RateLimiter {
    private static final int MAX_KEYS = 100_000;
    private static final long SWEEP_MILLIS = 60_000;

    private final Clock clock;
    private final int mostKeys;
    private final ConcurrentMap<String, Long> wholeAt = new ConcurrentHashMap<>();
    private final AtomicLong nextSweep = new AtomicLong(Long.MIN_VALUE);
    private final ReentrantLock sweeping = new ReentrantLock();

    public InMemoryRateLimiter(Clock clock) {
        this(clock, MAX_KEYS);
    }

    /** @param mostKeys approximate maximum number of remembered keys */
    public InMemoryRateLimiter(Clock clock, int mostKeys) {
        this.clock = clock;
        this.mostKeys = mostKeys;
    }

    @Override
    public Optional<Duration> take(String key, Limit limit) {
        long now = clock.millis();
        long each = limit.each().toMillis();
        long burst = each * limit.burst();
        long[] wait = new long[1];
        wholeAt.compute(key, (k, at) -> {
            // Never more than a burst from now, so that a clock that was set back does not lock users out.
            long from = at == null ? now : Math.min(Math.max(at, now), now + burst);
            wait[0] = from + each - now - burst;
            return wait[0] > 0 ? from : from + each;
        });
        sweep(now);
        return wait[0] > 0 ? Optional.of(Duration.ofMillis(wait[0])) : Optional.empty();
    }

    @Override
    public void refund(String key, Limit limit) {
        long now = clock.millis();
        long each = limit.each().toMillis();
        wholeAt.computeIfPresent(key, (k, at) -> at - each > now ? at - each : null);
    }

    int keys() {
        return wholeAt.size();
    }

    private void sweep(long now) {
        boolean tooMany = wholeAt.size() > mostKeys;
        long due = nextSweep.get();
        if (!tooMany && now < due) return;
        // One thread at a time; the others continue.
        if (!sweeping.tryLock()) return;
        try {
            nextSweep.set(now + SWEEP_MILLIS);
            wholeAt.values().removeIf(at -> at <= now);
            if (wholeAt.size() > mostKeys) evict(mostKeys - mostKeys / 10);
        } finally {
            sweeping.unlock();
        }
    }

    /** Removes keys until about this many remain. */
    private void evict(int kept) {
        long[] moments =
                wholeAt.values().stream().mapToLong(Long::longValue).sorted().toArray();
        int surplus = moments.length - kept;
        if (surplus <= 0) return;
        long last = moments[surplus - 1];
        int ties =
                surplus - (int) Arrays.stream(moments).filter(at -> at < last).count();
        for (var entry : wholeAt.entrySet()) {
            long at = entry.getValue();
            if (at > last || (at == last && ties-- <= 0)) continue;
            wholeAt.remove(entry.getKey(), at);
        }
    }
}
