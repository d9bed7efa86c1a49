package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    @Test
    void a_process_is_ready_after_its_start_and_its_migrations_and_until_it_stops() {
        var readiness = Readiness.starting(null);
        assertThat(readiness.isReady()).isFalse();
        readiness.start();
        assertThat(readiness.isReady()).isFalse();
        readiness.prepare();
        assertThat(readiness.isReady()).isTrue();
        readiness.stop();
        assertThat(readiness.isReady()).isFalse();
    }

    @Test
    void hooks_are_reported_and_do_not_decide() {
        var readiness = Readiness.of(null);
        readiness.report("hooks", () -> Optional.of(new Readiness.Check(false, Duration.ofSeconds(4))));
        readiness.report("other", Optional::empty);
        assertThat(readiness.isReady()).isTrue();
        assertThat(readiness.checks()).containsOnlyKeys("process", "hooks");
        assertThat(readiness.checks().get("hooks")).isEqualTo(new Readiness.Check(false, Duration.ofSeconds(4)));
    }

    /** With the two seconds that it has for its answer, an outage is noticed within three. */
    @Test
    void the_store_is_asked_at_most_twice_a_second() {
        var now = new AtomicLong();
        var asked = new AtomicInteger();
        var health = new StoreHealth(() -> asked.incrementAndGet() > 0, Duration.ofSeconds(60), now::get);
        for (int i = 0; i < 10; i++) assertThat(health.answers()).isTrue();
        assertThat(asked).hasValue(1);
        now.addAndGet(Duration.ofMillis(499).toNanos());
        assertThat(health.state().age()).isEqualTo(Duration.ofMillis(499));
        assertThat(asked).hasValue(1);
        now.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(health.state().age()).isEqualTo(Duration.ZERO);
        assertThat(asked).hasValue(2);
    }
}
