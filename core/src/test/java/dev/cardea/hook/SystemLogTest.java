package dev.cardea.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemLogTest {
    @Test
    void a_warning_says_where_its_code_is_explained() throws IOException {
        try (var log = LogLines.of("dev.cardea")) {
            SystemLog.warn("experimental-webauthn");
            assertThat(log.all()).contains("[auth][warn][experimental-webauthn] see docs/configuration.md#warnings");
        }
        assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
                .contains("## Warnings", "| `experimental-webauthn` |");
    }

    @Test
    void a_code_with_text_of_a_visitor_stays_on_one_line() {
        try (var log = LogLines.of("dev.cardea")) {
            SystemLog.warn("bridge-refused: a\nforged line");
            assertThat(log.all())
                    .contains("[auth][warn][bridge-refused: a forged line] see docs/configuration.md#warnings");
        }
    }
}
