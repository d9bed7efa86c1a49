package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void another_machine_gets_five_requests_a_second_at_most() {
        var pace = Pace.ofOtherMachines();
        long start = System.nanoTime();
        for (int i = 0; i < 4; i++) pace.await();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
    }

    @Test
    void beyond_the_limit_nothing_is_sent_and_the_attack_is_not_run() {
        var pace = new Pace(Duration.ZERO, 2);
        pace.await();
        pace.await();
        assertThatThrownBy(pace::await)
                .isInstanceOf(NotRunException.class)
                .hasMessage("the limit of 2 requests was reached");
        assertThat(pace.sent()).isEqualTo(2);
    }
}
