package dev.cardea.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts tries. A limiter over a store that several processes share, {@link RateLimits#countedBy handed in}, lets them
 * count together; by default each process counts in its own memory. {@code RedisRateLimiter} and {@code JdbcRateLimiter}
 * are such limiters; {@code RateLimiterContract} of the adapters' test kit checks one of your own.
 *
 * <p>Promises of an implementation:
 *
 * <ul>
 *   <li>A key that was never seen has its whole burst.
 *   <li>Of any number of calls at once, from all processes that share the store, no more are let through than the limit
 *       has left: reading and writing are one step.
 *   <li>A call that has to wait takes nothing.
 *   <li>A key comes with the same limit each time, until somebody changes the configuration; then what was counted under
 *       the old one may count in any way, but for no longer than {@link Limit#whole} of the new one.
 *   <li>What is whole again may be forgotten.
 *   <li>A key is at most 200 characters, letters, digits and {@code . : / _ ~ -}; it holds no mail address and no
 *       account name, but may hold the address of a client.
 *   <li>Answers come within milliseconds: a sign-in waits for them. After 100 ms, or after an exception, the process
 *       counts that request itself. The log names the failure once, until an answer comes again.
 * </ul>
 */
public interface RateLimiter {
    /** Takes one try. Empty: go on. Else nothing was taken, and this is how long to wait for the next; positive. */
    Optional<Duration> take(String key, Limit limit);

    /**
     * Takes all tries of one request, or none of them. Empty: all were taken.
     *
     * <p>As written here it takes one after the other and gives back what a rejected request took. A limiter over a store
     * overrides it to ask its store once. At no time are more tries let through than the limits have left. A request that
     * comes at the same moment may be rejected for a try that is about to be given back.
     *
     * @param takes of different keys
     * @throws RuntimeException where the store fails; tries that were taken before are given back as far as it answers
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
            if (!all) for (var take : taken) giveBack(take.key(), take.limit());
        }
    }

    /**
     * Gives back one try that {@link #take} let through. Never makes more than a burst; for a key that is whole or
     * forgotten it does nothing.
     */
    void giveBack(String key, Limit limit);
}
