package dev.cardea.adapter.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Computes how long Redis keeps expiring rows, by the application's clock: the database's may be wrong. */
final class Expiry {
    /** How long a row outlives its expiry, so that "expired" stays distinguishable from "never existed". */
    private static final Duration GRACE = Duration.ofHours(1);

    /** Redis cannot count much further. */
    private static final Duration MAX_AGE = Duration.ofDays(36_525);

    private final Clock clock;

    Expiry(Clock clock) {
        this.clock = clock;
    }

    long now() {
        return clock.millis();
    }

    /** When a row that expires then may go, in milliseconds since the epoch. */
    long until(Instant expires) {
        return now() + keepMillis(expires);
    }

    /** How long to keep a row that expires then. */
    long keepMillis(Instant expires) {
        return timeLeft(expires).plus(GRACE).toMillis();
    }

    /** How long to remember something that need not be known after it expires. */
    long keepExactly(Instant expires) {
        return Math.max(1, timeLeft(expires).toMillis());
    }

    private Duration timeLeft(Instant expires) {
        var now = clock.instant();
        if (expires.isBefore(now)) return Duration.ZERO;
        var latest = now.plus(MAX_AGE);
        return Duration.between(now, expires.isAfter(latest) ? latest : expires);
    }

    static Instant inMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
