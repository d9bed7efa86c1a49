package dev.cardea.limit;

import java.time.Duration;

/**
 * So many tries at once, and after that one more each time this long has passed.
 *
 * @param burst at least one
 * @param each at least a millisecond; the whole burst comes back within a year
 */
public record Limit(int burst, Duration each) {
    private static final Duration YEAR = Duration.ofDays(365);

    public Limit {
        if (burst < 1) throw new IllegalArgumentException("a limit lets at least one try pass");
        if (each.toMillis() < 1 || each.multipliedBy(burst).compareTo(YEAR) > 0) {
            throw new IllegalArgumentException("a try comes back after a millisecond at least, and all within a year");
        }
    }

    /** How long it takes until a spent burst is whole again. */
    public Duration whole() {
        return each.multipliedBy(burst);
    }
}
