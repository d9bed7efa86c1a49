package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SamplesTest {
    /** A fixed date would one day be in the past, and the kit would test expired rows. */
    @Test
    void the_dates_of_the_kit_lie_ahead_whenever_it_runs() {
        var now = Instant.now();

        assertThat(Samples.SOON).isBetween(now.plus(Duration.ofDays(6)), now.plus(Duration.ofDays(8)));
        assertThat(Samples.LATER).isAfter(Samples.SOON);
        assertThat(UsedTokensContract.AHEAD).isAfter(now);
    }

    @Test
    void they_have_milliseconds_and_nothing_finer() {
        assertThat(Samples.SOON.getNano()).isEqualTo(123_000_000);
        assertThat(Samples.LATER.getNano()).isEqualTo(999_000_000);
    }
}
