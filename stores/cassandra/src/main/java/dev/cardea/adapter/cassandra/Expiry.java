package dev.cardea.adapter.cassandra;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Computes how many seconds Cassandra keeps expiring rows, by the application's clock: the database's may be wrong. */
final class Expiry {
    /** In place of seconds: the row stays until it is deleted. */
    static final int NEVER = 0;

    /** How long a row outlives its expiry, so that "expired" stays distinguishable from "never existed". */
    private static final Duration GRACE = Duration.ofHours(1);

    /** Clocks of nodes differ, and they count whole seconds. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    private static final Duration MAX_AGE = Duration.ofDays(7_300);

    /** Cassandra up to 4.1, and 5 as it is unless told otherwise, count seconds in 31 bits. */
    private static final Instant LAST = Instant.parse("2038-01-18T00:00:00Z");

    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

    private final Clock clock;

    Expiry(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return inMillis(clock.instant());
    }

    /** For a row that may be read a little after its expiry. */
    int seconds(Instant expires) {
        return seconds(expires, GRACE);
    }

    /** For an entry that must be there as long as the row it leads to. */
    int secondsOfEntry(Instant expires) {
        return seconds(expires, GRACE.plus(GRACE));
    }

    /** For what need not be known after its end. */
    int secondsExactly(Instant expires) {
        return seconds(expires, SLACK);
    }

    private int seconds(Instant expires, Duration longer) {
        var now = clock.instant();
        if (expires.isBefore(now)) return (int) longer.toSeconds();
        if (expires.isAfter(LAST.minus(longer))
                || expires.isAfter(now.plus(MAX_AGE).minus(longer))) return NEVER;
        return (int) Duration.between(now, expires).plus(longer).toSeconds() + 1;
    }

    /** As a column holds it. */
    static Instant inMillis(Instant time) {
        if (time.isAfter(LATEST)) return LATEST;
        if (time.isBefore(EARLIEST)) return EARLIEST;
        return time.truncatedTo(ChronoUnit.MILLIS);
    }
}
