package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.token.Randomness;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ImportedKeysTest {
    @Test
    void each_text_is_new_once_and_then_has_its_line() {
        var keys = new ImportedKeys(Randomness.secure());

        for (int line = 1; line <= 20_000; line++) {
            assertThat(keys.add("user-" + line + "@example.com", line)).isEmpty();
        }

        for (int line = 1; line <= 20_000; line++) {
            assertThat(keys.add("user-" + line + "@example.com", 30_000)).isEqualTo(OptionalLong.of(line));
        }
    }
}
