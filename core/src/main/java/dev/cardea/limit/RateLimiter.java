package dev.cardea.limit;

import java.time.Duration;
import java.util.Optional;

/**
 * Counts tries. Implement it over a store that several processes share, and {@link RateLimits#countedBy hand it in}, to
 * let them count together; by default each counts in its own memory.
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
 *   <li>Answers come within milliseconds: a sign-in waits for them. An exception means that nothing is known; it is
 *       logged, and until the next call this process counts for itself.
 * </ul>
 */
public interface RateLimiter {
    /** Takes one try. Empty: go on. Else nothing was taken, and this is how long to wait for the next; positive. */
    Optional<Duration> take(String key, Limit limit);

    /**
     * Gives back one try that {@link #take} let through. Never makes more than a burst; for a key that is whole or
     * forgotten it does nothing.
     */
    void giveBack(String key, Limit limit);
}
