package dev.cardea.internal.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Measures how much time passes in this process: by the monotonic clock, which stops while a machine is suspended, or by
 * the wall clock, which may be set back; whichever moved more.
 */
public final class ElapsedTime {
    private final Clock clock;
    private final LongSupplier nanos;

    /** @param nanos as {@link System#nanoTime} */
    public ElapsedTime(Clock clock, LongSupplier nanos) {
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
