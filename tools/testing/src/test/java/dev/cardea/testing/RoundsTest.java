package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundsTest {
    @Test
    void a_share_of_the_rounds_is_at_least_one() {
        assertThat(Rounds.of(100_000, "100")).isEqualTo(100_000);
        assertThat(Rounds.of(100_000, "5")).isEqualTo(5_000);
        assertThat(Rounds.of(3, "5")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-5", "5%", ""})
    void any_other_share_is_rejected(String percent) {
        assertThatThrownBy(() -> Rounds.of(10, percent)).hasMessageContaining("from 1 to 100");
    }
}
