package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class EventuallyTest {
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void it_tries_until_the_condition_is_true() {
        Eventually.isTrue("the third attempt", () -> attempts.incrementAndGet() == 3);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void it_tries_until_the_assertion_holds_and_nothing_is_thrown() {
        Eventually.passes(() -> {
            if (attempts.incrementAndGet() == 1) throw new IOException("not yet");
            assertThat(attempts).hasValue(3);
        });
        assertThat(attempts).hasValue(3);
    }

    @Test
    void it_returns_the_value_that_appears() {
        assertThat(Eventually.present(
                        "a number",
                        () -> Optional.of(attempts.incrementAndGet()).filter(it -> it == 2)))
                .isEqualTo(2);
    }

    @Test
    void what_never_happens_is_a_failure_that_says_what_and_why() {
        assertThatThrownBy(() -> Eventually.present(
                        "the server",
                        () -> {
                            throw new IOException("refused");
                        },
                        Duration.ZERO))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessage("the server: not within PT0S")
                .hasRootCauseMessage("refused");
    }
}
