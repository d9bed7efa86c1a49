package dev.cardea.limit;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a site: how often visitors can try to sign in. Immutable.
 *
 * <pre>{@code
 * RateLimits.DEFAULT
 *     .limit(Budget.MAILS_TO_ADDRESS, new Limit(3, Duration.ofMinutes(5)))
 *     .countedBy(sharedByAllInstances)
 * }</pre>
 */
public final class RateLimits {
    /** Every budget with its default limit, counted in this process. */
    public static final RateLimits DEFAULT = new RateLimits(standard(), 64, null);

    /** Counts nothing, so attackers can try without limit: for sites with their own limits in front. */
    public static final RateLimits OFF = new RateLimits(Map.of(), 64, null);

    private final Map<Budget, Limit> limits;
    private final int ipv6Prefix;
    private final @Nullable RateLimiter counter;

    private RateLimits(Map<Budget, Limit> limits, int ipv6Prefix, @Nullable RateLimiter counter) {
        this.limits = Collections.unmodifiableMap(copy(limits));
        this.ipv6Prefix = ipv6Prefix;
        this.counter = counter;
    }

    /** Sets another limit for one budget. */
    public RateLimits limit(Budget budget, Limit limit) {
        var changed = copy(limits);
        changed.put(budget, limit);
        return new RateLimits(changed, ipv6Prefix, counter);
    }

    /** Stops counting one budget. */
    public RateLimits without(Budget budget) {
        var changed = copy(limits);
        changed.remove(budget);
        return new RateLimits(changed, ipv6Prefix, counter);
    }

    /**
     * Sets the limiter that counts instead of the memory of this process. If it fails or needs more than 100 ms, the
     * process counts that request itself. So an outage of the store neither rejects all visitors nor lets attackers try
     * without limit.
     */
    public RateLimits countedBy(RateLimiter limiter) {
        return new RateLimits(limits, ipv6Prefix, limiter);
    }

    /**
     * Sets how many leading bits of an IPv6 address identify a client; 64 by default, because every customer has that
     * many.
     *
     * @throws IllegalArgumentException if it is not between 32 and 128
     */
    public RateLimits ipv6Prefix(int bits) {
        if (bits < 32 || bits > 128) throw new IllegalArgumentException("an IPv6 prefix is 32 to 128 bits");
        return new RateLimits(limits, bits, counter);
    }

    /** Returns the limit of a budget; empty if the budget is not counted. */
    public Optional<Limit> of(Budget budget) {
        return Optional.ofNullable(limits.get(budget));
    }

    /** Returns whether nothing is counted. */
    public boolean isOff() {
        return limits.isEmpty();
    }

    /** Returns how many leading bits of an IPv6 address identify a client. */
    public int ipv6Prefix() {
        return ipv6Prefix;
    }

    /** Returns the limiter that counts instead of the memory of this process; empty if none does. */
    public Optional<RateLimiter> counter() {
        return Optional.ofNullable(counter);
    }

    private static Map<Budget, Limit> copy(Map<Budget, Limit> limits) {
        var copy = new EnumMap<Budget, Limit>(Budget.class);
        copy.putAll(limits);
        return copy;
    }

    private static Map<Budget, Limit> standard() {
        var all = new EnumMap<Budget, Limit>(Budget.class);
        for (var budget : Budget.values()) all.put(budget, budget.standard());
        return all;
    }
}
