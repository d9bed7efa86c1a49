package dev.cardea.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.LogLines;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemLogTest {
    @Test
    void a_warning_says_where_its_code_is_explained() throws IOException {
        try (var log = LogLines.ofThisThread("dev.cardea")) {
            SystemLog.warn("experimental-webauthn");
            assertThat(log.all()).contains("[auth][warn][experimental-webauthn] see docs/configuration.md#warnings");
        }
        assertThat(Files.readString(Path.of("..", "..", "docs", "configuration.md")))
                .contains("## Warnings", "| `experimental-webauthn` |");
    }

    @Test
    void a_code_with_text_of_a_visitor_stays_on_one_line() {
        try (var log = LogLines.ofThisThread("dev.cardea")) {
            SystemLog.warn("bridge-refused: a\nforged line");
            assertThat(log.all())
                    .contains("[auth][warn][bridge-refused: a forged line] see docs/configuration.md#warnings");
        }
    }

    @Test
    void what_a_visitor_sent_or_entered_is_a_warning_and_what_the_operator_has_to_mend_is_an_error() {
        for (var type : ErrorType.values()) {
            try (var log = LogLines.ofThisThread("dev.cardea")) {
                SystemLog.error(new AuthException(type, "x"));
                assertThat(log.all())
                        .singleElement()
                        .asString()
                        .startsWith(type.isRejection() ? "[auth][warn] " : "[auth][error] ");
            }
        }
        var visitors = List.of(ErrorType.UNKNOWN_ACTION, ErrorType.INVALID_PROVIDER, ErrorType.CREDENTIALS_SIGNIN);
        assertThat(visitors).allMatch(ErrorType::isRejection);
        var operators = List.of(ErrorType.ADAPTER_ERROR, ErrorType.CALLBACK_ROUTE_ERROR, ErrorType.EMAIL_SIGNIN);
        assertThat(operators).noneMatch(ErrorType::isRejection);
    }

    @Test
    void a_callback_that_denies_is_a_warning_and_one_that_throws_an_error() {
        try (var log = LogLines.ofThisThread("dev.cardea")) {
            SystemLog.error(new AuthException(ErrorType.ACCESS_DENIED, "denied"));
            SystemLog.error(new AuthException(ErrorType.ACCESS_DENIED, "x", new IllegalStateException("away")));
            assertThat(log.all())
                    .satisfiesExactly(
                            denied -> assertThat(denied).startsWith("[auth][warn] "),
                            failed -> assertThat(failed).startsWith("[auth][error] "));
        }
    }
}
