package dev.cardea.accounts.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class TotpTest {
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.ofEpochSecond(59);
    private static final long STEP = 1;

    @ParameterizedTest
    @CsvFileSource(resources = "rfc6238-sha1.csv")
    void values_are_those_of_rfc_6238(long time, String value) {
        var step = Totp.stepAt(Instant.ofEpochSecond(time));

        assertThat(Totp.value(SECRET, step)).isEqualTo(value.substring(2));
    }

    @Test
    void a_value_is_right_in_its_step_and_in_the_next_one() {
        var value = Totp.value(SECRET, STEP);

        assertThat(Totp.step(SECRET, value, NOW, -1)).hasValue(STEP);
        assertThat(Totp.step(SECRET, value, NOW.plusSeconds(30), -1)).hasValue(STEP);
        assertThat(Totp.step(SECRET, value, NOW.plusSeconds(31), -1)).isEmpty();
        assertThat(Totp.step(SECRET, value, NOW.minusSeconds(30), -1)).isEmpty();
    }

    @Test
    void a_value_of_the_last_step_or_an_earlier_one_is_wrong() {
        var value = Totp.value(SECRET, STEP);

        assertThat(Totp.step(SECRET, value, NOW, STEP - 1)).hasValue(STEP);
        assertThat(Totp.step(SECRET, value, NOW, STEP)).isEmpty();
        assertThat(Totp.step(SECRET, value, NOW.plusSeconds(30), STEP)).isEmpty();
    }

    /** Apps show two groups, and keyboards have other digits. */
    @ParameterizedTest
    @ValueSource(strings = {"287 082", "287-082", " 287082\n", "２８７０８２"})
    void a_value_is_read_as_people_type_it(String entered) {
        assertThat(Totp.step(SECRET, entered, NOW, -1)).hasValue(STEP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "28708", "2870820", "94287082", "28708a", "-87082", "287081", "\u0000"})
    void anything_else_is_wrong(String entered) {
        assertThat(Totp.step(SECRET, entered, NOW, -1)).isEmpty();
    }

    @Test
    void of_all_values_at_most_two_are_right() {
        int right = 0;
        for (int value = 0; value < 10_000; value++) {
            if (Totp.step(SECRET, "%06d".formatted(value * 100 + 82), NOW, -1).isPresent()) right++;
        }

        assertThat(right).isOne();
    }
}
