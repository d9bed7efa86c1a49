package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthenticatorAppTest {
    /** RFC 6238, appendix B: the secret is 12345678901234567890, and a value of six digits is the end of one of eight. */
    private final AuthenticatorApp app = AuthenticatorApp.of("gezd gnbv gy3t qojq gezd gnbv gy3t qojq");

    @ParameterizedTest
    @CsvSource({"59, 287082", "1111111109, 081804", "1234567890, 005924", "20000000000, 353130"})
    void values_are_those_of_the_standard(long time, String value) {
        assertThat(app.value(Instant.ofEpochSecond(time))).isEqualTo(value);
        assertThat(app.earlierValue(Instant.ofEpochSecond(time + 30))).isEqualTo(value);
    }

    @Test
    void a_wrong_value_is_none_of_this_minute() {
        var now = Instant.ofEpochSecond(59);

        assertThat(app.wrongValue(now)).hasSize(6).isNotIn(app.value(now), app.earlierValue(now));
    }
}
