package dev.cardea;

import dev.cardea.limit.InMemoryRateLimiter;
import dev.cardea.limit.RateLimiter;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Counts tries for all configurations of a function: one that is made anew for each request sees no second try. */
final class SharedCounter {
    private @Nullable RateLimiter counter;

    /** @param clock counts where it is the first */
    synchronized RateLimiter by(Clock clock) {
        var known = counter;
        if (known == null) {
            known = new InMemoryRateLimiter(clock);
            counter = known;
        }
        return known;
    }
}
