package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Rejection;
import dev.cardea.limit.Take;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The promises of {@link RateLimiter}, for a limiter over a store that several processes share. The tests use unique
 * keys.
 */
public interface RateLimiterContract {
    /** Returns the limiter under test. */
    RateLimiter limiter();

    /** Returns a second limiter over the same store with its own connections, like another process. */
    RateLimiter another();

    /** Returns how often a race is run, before {@link Rounds} scales it. */
    default int rounds() {
        return 20;
    }

    /** Returns how many threads race. */
    default int runners() {
        return 32;
    }

    @Test
    default void an_unknown_key_has_its_whole_burst() {
        assertThat(passed(limiter(), key(), hourly(3))).isEqualTo(3);
    }

    @Test
    default void a_rejected_call_names_the_wait_and_takes_nothing() {
        String key = key();
        var limit = new Limit(2, Duration.ofMinutes(10));
        passed(limiter(), key, limit);

        for (int i = 0; i < 50; i++) {
            var wait = limiter().take(key, limit).orElseThrow();
            assertThat(wait).isPositive().isCloseTo(Duration.ofMinutes(10), Duration.ofMinutes(1));
        }
        limiter().refund(key, limit);
        assertThat(passed(limiter(), key, limit)).isEqualTo(1);
    }

    @Test
    default void one_more_try_passes_each_time_the_interval_has_passed() {
        String key = key();
        var limit = new Limit(1, Duration.ofMillis(300));
        assertThat(limiter().take(key, limit)).isEmpty();
        var wait = limiter().take(key, limit);

        wait.ifPresent(it -> assertThat(it).isPositive().isLessThanOrEqualTo(Duration.ofMillis(300)));
        Eventually.isTrue(
                "one more try passes", () -> limiter().take(key, limit).isEmpty());
    }

    @Test
    default void two_processes_count_together() {
        String key = key();
        assertThat(passed(limiter(), key, hourly(1))).isEqualTo(1);
        assertThat(another().take(key, hourly(1))).isPresent();
        another().refund(key, hourly(1));
        assertThat(limiter().take(key, hourly(1))).isEmpty();
    }

    @Test
    default void keys_are_counted_separately() {
        String key = key();
        passed(limiter(), key, hourly(2));

        assertThat(passed(limiter(), key + "~", hourly(2))).isEqualTo(2);
        assertThat(passed(limiter(), key.toUpperCase(Locale.ROOT), hourly(2))).isEqualTo(2);
    }

    @Test
    default void the_longest_key_is_compared_to_its_end() {
        String begin = "k".repeat(190) + ".:/_~-";
        String key = begin.substring(0, 199 - 32) + unique().replaceAll("[^A-Za-z0-9]", "");
        key = (key + "x".repeat(200)).substring(0, 199);

        assertThat(limiter().take(key + "1", hourly(1))).isEmpty();
        assertThat(limiter().take(key + "2", hourly(1))).isEmpty();
        assertThat(limiter().take(key + "1", hourly(1))).isPresent();
    }

    @Test
    default void refunds_never_exceed_the_burst() {
        String key = key();
        limiter().refund(key, hourly(3));
        limiter().take(key, hourly(3));
        for (int i = 0; i < 5; i++) limiter().refund(key, hourly(3));

        assertThat(passed(limiter(), key, hourly(3))).isEqualTo(3);
    }

    @Test
    default void another_limit_applies_immediately_and_the_old_count_for_no_longer_than_the_new_burst() {
        String key = key();
        passed(limiter(), key, new Limit(20, Duration.ofDays(10)));
        var limit = new Limit(2, Duration.ofSeconds(30));

        var wait = limiter().take(key, limit);
        wait.ifPresent(it -> assertThat(it).isLessThanOrEqualTo(limit.whole()));
    }

    @Test
    default void the_count_of_an_old_limit_ends_when_the_new_burst_is_full() {
        String key = key();
        passed(limiter(), key, new Limit(20, Duration.ofDays(10)));
        var limit = new Limit(1, Duration.ofMillis(200));
        limiter().take(key, limit);

        Eventually.isTrue(
                "the new limit counts", () -> limiter().take(key, limit).isEmpty());
    }

    @Test
    default void all_budgets_are_taken_or_none() {
        String client = key();
        String account = key();
        var takes = List.of(new Take(client, hourly(5)), new Take(account, hourly(1)));

        assertThat(limiter().takeAll(takes)).isEmpty();
        for (int i = 0; i < 10; i++) {
            var rejection = limiter().takeAll(takes).orElseThrow();
            assertThat(rejection.take().key()).isEqualTo(account);
            assertThat(rejection.retryAfter()).isCloseTo(Duration.ofHours(1), Duration.ofMinutes(1));
        }
        assertThat(passed(limiter(), client, hourly(5))).isEqualTo(4);
        assertThat(limiter().takeAll(List.of())).isEmpty();
    }

    @Test
    default void the_longest_wait_of_several_exhausted_budgets_is_reported() {
        var soon = new Take(key(), new Limit(1, Duration.ofMinutes(1)));
        var late = new Take(key(), new Limit(1, Duration.ofHours(1)));
        limiter().takeAll(List.of(soon, late));

        assertThat(limiter().takeAll(List.of(soon, late)).map(Rejection::take)).contains(late);
        assertThat(limiter().takeAll(List.of(late, soon)).map(Rejection::take)).contains(late);
    }

    @Test
    default void the_store_uses_its_own_clock() {
        String key = key();
        limiter().take(key, hourly(1));
        var one = limiter().take(key, hourly(1)).orElseThrow();
        var other = another().take(key, hourly(1)).orElseThrow();

        assertThat(other.toMillis()).isCloseTo(one.toMillis(), within(60_000L));
    }

    @Test
    default void exactly_a_burst_of_many_concurrent_calls_in_two_processes_passes() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            String key = key();
            var turn = new AtomicInteger();
            var outcomes = Race.of(
                    runners(), () -> (turn.getAndIncrement() % 2 == 0 ? limiter() : another()).take(key, hourly(5)));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(it -> it.get().isEmpty())).hasSize(5);
        }
    }

    @Test
    default void many_concurrent_calls_with_two_budgets_pass_as_often_as_the_smaller_one_allows() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            var takes = List.of(new Take(key(), hourly(50)), new Take(key(), hourly(4)));
            var turned = List.of(takes.get(1), takes.get(0));
            var turn = new AtomicInteger();
            var outcomes = Race.of(runners(), () -> {
                boolean isEven = turn.getAndIncrement() % 2 == 0;
                return (isEven ? limiter() : another()).takeAll(isEven ? takes : turned);
            });

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(it -> it.get().isEmpty())).hasSize(4);
            assertThat(passed(limiter(), takes.get(0).key(), hourly(50))).isEqualTo(46);
        }
    }

    private static Limit hourly(int burst) {
        return new Limit(burst, Duration.ofHours(1));
    }

    private static String key() {
        return "contract:" + unique().replaceAll("[^A-Za-z0-9]", "");
    }

    private static int passed(RateLimiter limiter, String key, Limit limit) {
        int passed = 0;
        for (Optional<Duration> wait = limiter.take(key, limit); wait.isEmpty(); wait = limiter.take(key, limit))
            passed++;
        return passed;
    }
}
