package dev.cardea.adapter.jdbc;

import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;

/** Where new ids and the time come from. */
record IdAndClock(Randomness randomness, Clock clock) {
    String id() {
        return randomness.uuid();
    }

    Instant now() {
        return clock.instant();
    }
}
