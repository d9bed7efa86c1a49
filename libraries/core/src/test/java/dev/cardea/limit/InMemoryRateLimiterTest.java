package dev.cardea.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class InMemoryRateLimiterTest {
    private static final Limit THREE = new Limit(3, Duration.ofSeconds(10));

    private final StillClock clock = new StillClock();
    private final InMemoryRateLimiter limiter = new InMemoryRateLimiter(clock);

    @Test
    void a_burst_passes_and_then_one_more_after_each_interval() {
        assertThat(passing("a", THREE)).isEqualTo(3);
        assertThat(limiter.take("a", THREE)).contains(Duration.ofSeconds(10));
        clock.advance(Duration.ofMillis(9_999));
        assertThat(limiter.take("a", THREE)).contains(Duration.ofMillis(1));
        clock.advance(Duration.ofMillis(1));
        assertThat(passing("a", THREE)).isEqualTo(1);
        clock.advance(Duration.ofSeconds(25));
        assertThat(passing("a", THREE)).isEqualTo(2);
        clock.advance(Duration.ofDays(400));
        assertThat(passing("a", THREE)).isEqualTo(3);
    }

    @Test
    void keys_are_independent() {
        passing("a", THREE);
        assertThat(passing("b", THREE)).isEqualTo(3);
    }

    @Test
    void a_rejected_call_takes_nothing() {
        passing("a", THREE);
        for (int i = 0; i < 1000; i++) limiter.take("a", THREE);
        clock.advance(Duration.ofSeconds(10));
        assertThat(limiter.take("a", THREE)).isEmpty();
    }

    @Test
    void a_refund_can_be_taken_again_and_never_exceeds_the_burst() {
        passing("a", THREE);
        limiter.refund("a", THREE);
        assertThat(passing("a", THREE)).isEqualTo(1);
        for (int i = 0; i < 10; i++) limiter.refund("a", THREE);
        limiter.refund("never seen", THREE);
        assertThat(passing("a", THREE)).isEqualTo(3);
        assertThat(passing("never seen", THREE)).isEqualTo(3);
    }

    @RepeatedTest(20)
    void exactly_a_burst_of_many_concurrent_calls_passes() throws Exception {
        int many = 32;
        var barrier = new CyclicBarrier(many);
        var pool = Executors.newFixedThreadPool(many);
        try {
            var running = new ArrayList<Future<Boolean>>();
            for (int i = 0; i < many; i++) {
                running.add(pool.submit((Callable<Boolean>) () -> {
                    barrier.await();
                    return limiter.take("a", THREE).isEmpty();
                }));
            }
            int passed = 0;
            for (var one : running) if (one.get()) passed++;
            assertThat(passed).isEqualTo(3);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_clock_that_is_set_back_does_not_lock_users_out() {
        passing("a", THREE);
        clock.advance(Duration.ofDays(-300));
        assertThat(limiter.take("a", THREE)).contains(Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(10));
        assertThat(limiter.take("a", THREE)).isEmpty();
    }

    @Test
    void full_keys_are_forgotten() {
        for (int i = 0; i < 500; i++) limiter.take("k" + i, THREE);
        assertThat(limiter.keys()).isEqualTo(500);
        clock.advance(Duration.ofMinutes(2));
        limiter.take("another", THREE);
        assertThat(limiter.keys()).isEqualTo(1);
    }

    @Test
    void memory_is_bounded_and_fresh_keys_do_not_evict_an_exhausted_one() {
        var small = new InMemoryRateLimiter(clock, 1000);
        for (int i = 0; i < 3; i++) small.take("victim", THREE);
        int most = 0;
        for (int i = 0; i < 50_000; i++) {
            small.take("k" + i, THREE);
            most = Math.max(most, small.keys());
        }
        assertThat(most).isLessThanOrEqualTo(1001);
        assertThat(small.take("victim", THREE)).isPresent();
    }

    @Test
    void a_limit_without_a_burst_or_an_end_is_rejected() {
        assertThatThrownBy(() -> new Limit(0, Duration.ofSeconds(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limit(1, Duration.ofNanos(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limit(1, Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limit(1000, Duration.ofDays(1))).isInstanceOf(IllegalArgumentException.class);
    }

    private int passing(String key, Limit limit) {
        int passed = 0;
        while (limiter.take(key, limit).isEmpty()) passed++;
        return passed;
    }
}
