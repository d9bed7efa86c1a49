package dev.cardea.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. */
public final class FakeClock extends Clock {
    /** The time shared by clocks of several zones. */
    private static final class Time {
        private Instant now;

        Time(Instant now) {
            this.now = now;
        }
    }

    private final Time time;
    private final ZoneId zone;

    private FakeClock(Time time, ZoneId zone) {
        this.time = time;
        this.zone = zone;
    }

    public static FakeClock at(Instant instant) {
        return new FakeClock(new Time(instant), ZoneOffset.UTC);
    }

    /** @param instant such as {@code 2026-01-31T00:00:00Z} */
    public static FakeClock at(String instant) {
        return at(Instant.parse(instant));
    }

    public FakeClock advance(Duration duration) {
        synchronized (time) {
            time.now = time.now.plus(duration);
        }
        return this;
    }

    public FakeClock set(Instant instant) {
        synchronized (time) {
            time.now = instant;
        }
        return this;
    }

    @Override
    public Instant instant() {
        synchronized (time) {
            return time.now;
        }
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** Returns the same time in another zone; both move together. */
    @Override
    public FakeClock withZone(ZoneId other) {
        return new FakeClock(time, other);
    }

    @Override
    public String toString() {
        return "FakeClock[" + instant() + "]";
    }
}
