package dev.cardea.internal.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Measures how much time passes in this process: by the monotonic clock, which stops while a machine is suspended, or by
 * the wall clock, which may be set back; whichever moved more.
 */
final class ElapsedTime {
    private final Clock clock;
    private final LongSupplier nanos;

    /** By the clocks of this machine, or by the application's clock alone if it has one: tests decide what time passes. */
    static ElapsedTime of(Clock clock) {
        boolean isOfSystem = clock.equals(Clock.systemUTC());
        return new ElapsedTime(clock, isOfSystem ? System::nanoTime : () -> 0);
    }

    /** @param nanos as {@link System#nanoTime} */
    ElapsedTime(Clock clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    record Moment(Instant wall, long nanos) {}

    Moment now() {
        return new Moment(clock.instant(), nanos.getAsLong());
    }

    Duration since(Moment before) {
        var monotonic = Duration.ofNanos(nanos.getAsLong() - before.nanos());
        var wall = Duration.between(before.wall(), clock.instant());
        return wall.compareTo(monotonic) > 0 ? wall : monotonic;
    }
}
