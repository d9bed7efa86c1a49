package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.provider.OAuthException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When a document of a provider is fetched, and what serves meanwhile. */
class CachedDocumentTest {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final StillClock clock = new StillClock();
    private int fetches;
    private boolean isDown;
    private final CachedDocument<Integer> document = new CachedDocument<>(this::fetch, FRESH, clock);

    @Test
    void there_is_no_copy_before_the_first_fetch_and_the_newest_one_after_it() {
        assertThat(document.last()).isNull();
        var first = document.current();
        assertThat(first).isEqualTo(new CachedDocument.CachedCopy<>(1, clock.instant()));
        assertThat(document.last()).isSameAs(first);
    }

    @Test
    void a_newer_copy_is_fetched_only_if_no_other_caller_fetched_one() {
        var first = document.current();
        var second = document.newerThan(first);
        assertThat(second.content()).isEqualTo(2);
        assertThat(document.newerThan(first)).isSameAs(second);
        assertThat(document.newerThan(second).content()).isEqualTo(3);
    }

    @Test
    void a_newer_copy_that_cannot_be_fetched_is_an_error_although_the_old_one_serves() {
        var first = document.current();
        isDown = true;
        assertThatThrownBy(() -> document.newerThan(first)).hasMessage("fetch 2 failed");
        assertThat(document.current()).isSameAs(first);
    }

    @Test
    void a_copy_that_was_fetched_while_a_caller_looked_at_the_clock_is_used() {
        var meanwhile = new MeanwhileClock();
        var shared = new CachedDocument<>(this::fetch, FRESH, meanwhile);
        meanwhile.first = shared::current;
        assertThat(shared.current().content()).isEqualTo(1);
        assertThat(fetches).isEqualTo(1);
    }

    @Test
    void a_failure_is_forgotten_after_a_success() {
        isDown = true;
        assertThatThrownBy(document::current).hasMessage("fetch 1 failed");
        isDown = false;
        clock.advance(CachedDocument.RETRY);
        assertThat(document.current().content()).isEqualTo(2);
        clock.advance(FRESH);
        assertThat(document.current().content()).isEqualTo(3);
    }

    @Test
    void a_failure_is_answered_from_memory_for_five_seconds_and_never_longer() {
        isDown = true;
        assertThatThrownBy(document::current).hasMessage("fetch 1 failed");
        clock.advance(CachedDocument.RETRY.minusMillis(1));
        assertThatThrownBy(document::current)
                .hasMessage("fetch 1 failed (asked less than 5 s ago, not asked again)")
                .hasRootCauseMessage("fetch 1 failed");
        clock.advance(Duration.ofMillis(1));
        assertThatThrownBy(document::current).hasMessage("fetch 2 failed");
        clock.advance(CachedDocument.RETRY.minusMillis(1));
        assertThatThrownBy(document::current).hasMessageStartingWith("fetch 2 failed (asked less");
    }

    @Test
    void a_stale_copy_serves_for_thirty_seconds_after_a_failure_and_up_to_a_day() {
        var first = document.current();
        isDown = true;
        clock.advance(FRESH);
        assertThat(document.current()).isSameAs(first);
        assertThat(fetches).isEqualTo(2);
        clock.advance(CachedDocument.RETRY_WITH_COPY.minusMillis(1));
        assertThat(document.current()).isSameAs(first);
        assertThat(fetches).isEqualTo(2);
        clock.advance(Duration.ofMillis(1));
        assertThat(document.current()).isSameAs(first);
        assertThat(fetches).isEqualTo(3);
        clock.advance(Duration.ofDays(1));
        assertThatThrownBy(document::current).hasMessage("fetch 4 failed");
        assertThatThrownBy(document::current).hasMessageStartingWith("fetch 4 failed (asked less");
    }

    /** An error of the JVM, such as a full heap, is not an Exception. The callers that wait for the fetch must not wait forever. */
    @Test
    void a_fetch_that_ends_with_an_error_frees_the_callers_that_wait_and_the_next_one_fetches() throws Exception {
        var broken = new SharedFetch(() -> {
            throw new OutOfMemoryError("of the test");
        });
        assertThatThrownBy(() -> broken.fetching.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> broken.waiting.get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(OAuthException.class)
                .hasMessage("the call to the provider was interrupted");
        assertThat(broken.document.current().content()).isEqualTo(2);
    }

    @Test
    void a_caller_that_waits_for_the_fetch_of_another_gets_its_copy_or_its_failure() throws Exception {
        var working = new SharedFetch(() -> 1);
        assertThat(working.waiting.get(60, TimeUnit.SECONDS))
                .isNotNull()
                .isSameAs(working.fetching.get(60, TimeUnit.SECONDS))
                .isSameAs(working.document.last());
        var failing = new SharedFetch(() -> {
            throw new OAuthException("no");
        });
        assertThatThrownBy(() -> failing.waiting.get(60, TimeUnit.SECONDS))
                .cause()
                .hasMessage("no");
    }

    /** One caller fetches and a second one waits for it; then the fetch ends. A later fetch returns 2. */
    private final class SharedFetch {
        private final CachedDocument<Integer> document;
        private final Future<CachedDocument.CachedCopy<Integer>> fetching;
        private final Future<CachedDocument.CachedCopy<Integer>> waiting;

        SharedFetch(Supplier<Integer> end) {
            var started = new CountDownLatch(1);
            var mayEnd = new CountDownLatch(1);
            var isFirst = new AtomicBoolean(true);
            document = new CachedDocument<>(
                    () -> {
                        if (!isFirst.getAndSet(false)) return 2;
                        started.countDown();
                        await(mayEnd);
                        return end.get();
                    },
                    FRESH,
                    clock);
            var threads = Executors.newFixedThreadPool(2);
            fetching = threads.submit(document::current);
            await(started);
            var second = new AtomicReference<Thread>();
            waiting = threads.submit(() -> {
                second.set(Thread.currentThread());
                return document.current();
            });
            threads.shutdown();
            while (second.get() == null || second.get().getState() != Thread.State.WAITING) Thread.onSpinWait();
            mayEnd.countDown();
        }
    }

    private Integer fetch() {
        fetches++;
        if (isDown) throw new OAuthException("fetch " + fetches + " failed");
        return fetches;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs something once, before it tells the time. */
    private static final class MeanwhileClock extends Clock {
        private final StillClock clock = new StillClock();
        private Runnable first = () -> {};

        @Override
        public Instant instant() {
            var now = first;
            first = () -> {};
            now.run();
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return clock.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
