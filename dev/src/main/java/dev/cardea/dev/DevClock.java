package dev.cardea.dev;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/** The time of development mode, which a developer moves forward. Safe for concurrent use. */
final class DevClock {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    /** How far the time is ahead of that of the machine; never negative. */
    Duration ahead() {
        return ahead.get();
    }

    /** @param by not negative */
    void forward(Duration by) {
        ahead.accumulateAndGet(by, Duration::plus);
    }

    void reset() {
        ahead.set(Duration.ZERO);
    }

    /** Returns a clock that is ahead of another; one that this object made is returned as it is. */
    Clock over(Clock clock) {
        return clock instanceof Shifted shifted && shifted.ahead == ahead ? clock : new Shifted(clock, ahead);
    }

    private static final class Shifted extends Clock {
        private final Clock clock;
        private final AtomicReference<Duration> ahead;

        Shifted(Clock clock, AtomicReference<Duration> ahead) {
            this.clock = clock;
            this.ahead = ahead;
        }

        @Override
        public ZoneId getZone() {
            return clock.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return new Shifted(clock.withZone(zone), ahead);
        }

        @Override
        public Instant instant() {
            return clock.instant().plus(ahead.get());
        }
    }
}
