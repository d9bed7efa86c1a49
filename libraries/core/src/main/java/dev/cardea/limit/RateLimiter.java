package dev.cardea.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Counts attempts. By default each process counts in its own memory. A limiter over a shared store,
 * {@link RateLimits#countedBy set in the configuration}, lets several processes count together, for example
 * {@code RedisRateLimiter} or {@code JdbcRateLimiter}. {@code RateLimiterContract} of the adapters' test kit checks
 * your own.
 *
 * <p>An implementation is safe for concurrent use and keeps these promises:
 * <ul>
 * <li>An unknown key has its whole burst.
 * <li>Of any number of concurrent calls, from all processes that share the store, no more succeed than the limit has
 * left: reading and writing are one atomic step.
 * <li>A call that has to wait takes nothing.
 * <li>A key comes with the same limit each time, until the configuration changes. What was counted under the old limit
 * may then count in any way, but for no longer than {@link Limit#whole} of the new one.
 * <li>A key that is full again may be forgotten.
 * <li>A key has at most 200 characters: letters, digits and {@code . : / _ ~ -}. It contains no email address and no
 * account name, but may contain the IP address of a client.
 * <li>Responses come within milliseconds, because a sign-in waits for them. After 100 ms, or after an exception, the
 * process counts that request by itself. The log reports the failure once, until the limiter responds again.
 * </ul>
 */
public interface RateLimiter {
    /**
     * Takes one attempt. Returns empty if it was taken. Otherwise nothing was taken, and the result is the positive
     * time to wait.
     */
    Optional<Duration> take(String key, Limit limit);

    /**
     * Takes all attempts of one request, or none of them. Returns empty if all were taken.
     *
     * <p>The default implementation takes one after the other and refunds what a rejected request took. A limiter over
     * a store overrides it with a single call. More tries than the limits have left never succeed. A concurrent request
     * may be rejected because of a try that is about to be refunded.
     *
     * @param takes of different keys
     * @throws RuntimeException if the store fails; tries taken before are refunded as far as the store responds
     */
    default Optional<Rejection> takeAll(List<Take> takes) {
        var taken = new ArrayList<Take>();
        boolean all = false;
        try {
            for (var take : takes) {
                var wait = Objects.requireNonNull(take(take.key(), take.limit()), "take returned null");
                if (wait.isPresent()) return Optional.of(new Rejection(take, wait.get()));
                taken.add(take);
            }
            all = true;
            return Optional.empty();
        } finally {
            if (!all) for (var take : taken) refund(take.key(), take.limit());
        }
    }

    /**
     * Refunds one attempt that {@link #take} granted. Never exceeds the burst; has no effect on a key that is full or
     * forgotten.
     */
    void refund(String key, Limit limit);
}
