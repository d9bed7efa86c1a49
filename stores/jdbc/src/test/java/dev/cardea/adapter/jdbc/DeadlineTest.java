package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final AtomicLong now = new AtomicLong();
    private final Deadline deadline = Deadline.of(5, now::get);

    @Test
    void a_statement_gets_its_limit_while_there_is_time_and_then_what_is_left() {
        assertThat(deadline.statementSeconds()).isEqualTo(5);
        pass(3);
        assertThat(deadline.statementSeconds()).isEqualTo(5);
        pass(3);
        assertThat(deadline.statementSeconds()).isEqualTo(2);
        assertThat(deadline.isOver()).isFalse();
        pass(60);
        assertThat(deadline.statementSeconds()).isEqualTo(1);
    }

    @Test
    void nothing_is_tried_again_when_the_time_is_over() {
        pass(7);
        assertThat(deadline.isOver()).isFalse();
        pass(1);
        assertThat(deadline.isOver()).isTrue();
    }

    private void pass(int seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }
}
