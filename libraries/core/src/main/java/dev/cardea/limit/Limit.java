package dev.cardea.limit;

import java.time.Duration;

/**
 * Allows a burst of attempts, and then one more every time this period has passed.
 *
 * @param burst at least one
 * @param each at least a millisecond; the whole burst must be restored within a year
 */
public record Limit(int burst, Duration each) {
    private static final Duration YEAR = Duration.ofDays(365);

    public Limit {
        if (burst < 1) throw new IllegalArgumentException("burst must be at least 1");
        if (each.toMillis() < 1 || each.multipliedBy(burst).compareTo(YEAR) > 0) {
            throw new IllegalArgumentException(
                    "each must be at least a millisecond, and the whole burst must be restored within a year");
        }
    }

    /** Returns how long an exhausted burst takes until it is full again. */
    public Duration whole() {
        return each.multipliedBy(burst);
    }
}
