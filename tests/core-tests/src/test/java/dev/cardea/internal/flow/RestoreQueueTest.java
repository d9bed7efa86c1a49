package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.internal.session.EventPublisher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a failed sign-in consumed is restored once the store answers again. */
class RestoreQueueTest {
    private static final int PLACES = 16;

    private final List<AuthException> log = new CopyOnWriteArrayList<>();
    private final RestoreQueue queue = new RestoreQueue(new EventPublisher(new Events() {}, new AuthLogger() {
        @Override
        public void error(AuthException error) {
            log.add(error);
        }
    }));

    @Test
    void sixteen_restores_wait_at_once_and_a_further_one_is_logged_instead() throws Exception {
        var go = new CountDownLatch(1);
        var done = new Semaphore(0);
        for (int i = 0; i < PLACES; i++) {
            queue.add(() -> {
                await(go);
                done.release();
            });
        }
        assertThat(log).isEmpty();
        queue.add(() -> done.release(100));
        assertThat(log).extracting(AuthException::type).containsExactly(ErrorType.VERIFICATION);
        go.countDown();
        assertThat(done.tryAcquire(PLACES, 60, TimeUnit.SECONDS)).isTrue();
        assertThat(done.availablePermits()).isZero();
    }

    @Test
    void a_restore_that_ended_leaves_its_place_to_a_later_one() throws Exception {
        var done = new Semaphore(0);
        for (int i = 1; i <= 10 * PLACES; i++) {
            queue.add(done::release);
            assertThat(done.tryAcquire(60, TimeUnit.SECONDS))
                    .as("restore %d", i)
                    .isTrue();
        }
        assertThat(log).isEmpty();
    }

    @Test
    void a_restore_that_failed_once_is_tried_again_and_does_not_keep_the_process_alive() throws Exception {
        var tries = new AtomicInteger();
        var daemon = new AtomicBoolean();
        var done = new CountDownLatch(1);
        queue.add(() -> {
            if (tries.incrementAndGet() == 1) throw new IllegalStateException("the store is away");
            daemon.set(Thread.currentThread().isDaemon());
            done.countDown();
        });
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(daemon).isTrue();
        assertThat(tries).hasValue(2);
        assertThat(log).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
