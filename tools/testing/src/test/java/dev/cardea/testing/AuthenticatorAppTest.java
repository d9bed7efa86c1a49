package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticatorAppTest {
    private static final String KEY = "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ";

    /** RFC 6238, appendix B: the secret is 12345678901234567890, and a value of six digits is the end of one of eight. */
    @ParameterizedTest
    @CsvSource({"59, 287082", "1111111109, 081804", "1234567890, 005924", "20000000000, 353130"})
    void values_are_those_of_the_standard(long time, String value) {
        assertThat(AuthenticatorApp.of(KEY).value(Instant.ofEpochSecond(time))).isEqualTo(value);
        assertThat(AuthenticatorApp.of(KEY.toLowerCase()).value(Instant.ofEpochSecond(time)))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GEZD", "GEZD GNBV GY3T QOJ1", "GEZD-GNBV-GY3T-QOJQ", "<b>GEZDGNBVGY3TQOJQ</b>"})
    void what_is_no_key_is_refused_without_repeating_it(String key) {
        assertThatThrownBy(() -> AuthenticatorApp.of(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this isn't the key of an app");
    }

    @Test
    void no_text_has_the_key() {
        assertThat(AuthenticatorApp.of(KEY)).hasToString("AuthenticatorApp");
    }
}
