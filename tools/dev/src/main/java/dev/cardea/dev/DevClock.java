package dev.cardea.dev;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** The time of development mode, which a developer moves forward. Safe for concurrent use. */
final class DevClock {
    private volatile Duration ahead = Duration.ZERO;

    /** How far the time is ahead of that of the machine; never negative. */
    Duration ahead() {
        return ahead;
    }

    /** @param by not negative */
    synchronized void forward(Duration by) {
        ahead = ahead.plus(by);
    }

    synchronized void reset() {
        ahead = Duration.ZERO;
    }

    /** Returns a clock that is ahead of another; one that this object made is returned as it is. */
    Clock over(Clock clock) {
        return clock instanceof ShiftedClock shifted && shifted.time == this ? clock : new ShiftedClock(clock, this);
    }

    private static final class ShiftedClock extends Clock {
        private final Clock clock;
        private final DevClock time;

        ShiftedClock(Clock clock, DevClock time) {
            this.clock = clock;
            this.time = time;
        }

        @Override
        public ZoneId getZone() {
            return clock.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return new ShiftedClock(clock.withZone(zone), time);
        }

        @Override
        public Instant instant() {
            return clock.instant().plus(time.ahead());
        }
    }
}
