package dev.cardea.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColorsTest {
    @Test
    void text_on_a_colour_is_readable_for_long_and_short_notation() {
        assertThat(Colors.on("#ffffff")).isEqualTo(Colors.on("#fff")).isEqualTo("#111418");
        assertThat(Colors.on("#000000")).isEqualTo(Colors.on("#000")).isEqualTo("#ffffff");
    }
}
