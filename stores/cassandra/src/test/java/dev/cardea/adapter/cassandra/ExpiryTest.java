package dev.cardea.adapter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.FakeClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExpiryTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");
    private static final int HOUR = 3_600;

    private final Expiry ends = new Expiry(FakeClock.at(NOW));

    @Test
    void a_row_stays_an_hour_after_its_end_and_an_entry_two() {
        var end = NOW.plusSeconds(10);

        assertThat(ends.seconds(end)).isEqualTo(10 + HOUR + 1);
        assertThat(ends.secondsOfEntry(end)).isEqualTo(10 + 2 * HOUR + 1);
        assertThat(ends.secondsExactly(end)).isEqualTo(10 + 60 + 1);
    }

    @Test
    void rows_that_expired_long_ago_are_kept_as_long_as_those_that_expire_now() {
        assertThat(ends.seconds(Instant.parse("2001-02-03T04:05:06Z"))).isEqualTo(HOUR);
        assertThat(ends.seconds(Instant.MIN)).isEqualTo(HOUR);
        assertThat(ends.secondsExactly(Instant.MIN)).isEqualTo(60);
    }

    /** Less would forget what was spent. */
    @Test
    void a_row_that_ends_later_than_Cassandra_can_count_never_expires() {
        assertThat(ends.seconds(Instant.parse("2038-01-17T22:00:00Z"))).isPositive();
        assertThat(ends.seconds(Instant.parse("2038-01-19T03:14:08Z"))).isEqualTo(Expiry.NEVER);
        assertThat(ends.seconds(Instant.MAX)).isEqualTo(Expiry.NEVER);
        assertThat(ends.secondsExactly(Instant.MAX)).isEqualTo(Expiry.NEVER);
        var early = new Expiry(FakeClock.at(Instant.parse("2017-01-01T00:00:00Z")));
        assertThat(early.seconds(Instant.parse("2037-06-01T00:00:00Z"))).isEqualTo(Expiry.NEVER);
        var late = new Expiry(FakeClock.at(Instant.parse("2038-02-01T00:00:00Z")));
        assertThat(late.seconds(Instant.parse("2038-02-02T00:00:00Z"))).isEqualTo(Expiry.NEVER);
    }

    @Test
    void times_that_no_column_can_hold_are_the_last_that_one_can() {
        assertThat(Expiry.inMillis(Instant.MAX).toEpochMilli()).isEqualTo(Long.MAX_VALUE);
        assertThat(Expiry.inMillis(Instant.MIN).toEpochMilli()).isEqualTo(Long.MIN_VALUE);
        assertThat(Expiry.inMillis(NOW.plus(Duration.ofNanos(999)))).isEqualTo(NOW);
    }
}
