package dev.cardea.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.error.TooManyRequestsException;
import dev.cardea.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void the_memory_limit_is_never_exceeded() throws Exception {
        var budget = new MemoryBudget(38, 100, LONG);
        var taken = new AtomicInteger();
        var most = new AtomicInteger();
        var started = new CountDownLatch(50);
        var all = new ArrayList<Future<Boolean>>();
        for (int i = 0; i < 50; i++) {
            int need = i % 3 == 0 ? 19 : 1 + i % 10;
            all.add(threads.submit(() -> {
                started.countDown();
                return budget.reserve(need, () -> {
                    most.accumulateAndGet(taken.addAndGet(need), Math::max);
                    boolean isAsked = await(started);
                    taken.addAndGet(-need);
                    return isAsked;
                });
            }));
        }
        for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();

        assertThat(most.get()).isBetween(2, 38);
    }

    @Test
    void work_beyond_the_limit_runs_alone() throws Exception {
        var budget = new MemoryBudget(19, 100, LONG);
        var inside = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var large = threads.submit(() -> budget.reserve(400, () -> {
            inside.countDown();
            return await(end);
        }));
        inside.await();
        var small = threads.submit(() -> budget.reserve(1, () -> end.getCount() == 0));
        end.countDown();

        assertThat(large.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(small.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_full_queue_rejects_further_callers() throws Exception {
        var budget = new MemoryBudget(1, 2, LONG);
        var end = new CountDownLatch(1);
        var all = occupied(budget, end);
        for (int i = 0; i < 2; i++) all.add(inLine(budget));

        assertThatThrownBy(() -> budget.reserve(1, () -> true))
                .isInstanceOf(TooManyRequestsException.class)
                .hasMessage("more passwords than this machine can check at once");
        end.countDown();
        for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(budget.<Boolean>reserve(1, () -> true)).isTrue();
    }

    @Test
    void only_callers_in_the_queue_count_as_waiting() throws Exception {
        var budget = new MemoryBudget(1, 2, LONG);
        var end = new CountDownLatch(1);
        var all = occupied(budget, end);
        assertThat(budget.waiting()).isZero();
        for (int i = 1; i <= 2; i++) {
            all.add(inLine(budget));
            assertThat(budget.waiting()).isEqualTo(i);
        }
        var rejected = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 50; i++) rejected.add(threads.submit(() -> waitingAfterRejection(budget)));
        for (var one : rejected) assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(2);

        end.countDown();
        for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(budget.waiting()).isZero();
    }

    @Test
    void a_caller_that_is_interrupted_no_longer_waits() throws Exception {
        var budget = new MemoryBudget(1, 2, LONG);
        var end = new CountDownLatch(1);
        var all = occupied(budget, end);
        var turn = new FutureTask<>(() -> budget.<Boolean>reserve(1, () -> true));
        var caller = waiting(turn);
        assertThat(budget.waiting()).isEqualTo(1);
        caller.interrupt();

        assertThatThrownBy(() -> turn.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(TooManyRequestsException.class);
        assertThat(budget.waiting()).isZero();
        end.countDown();
        for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
    }

    private static int waitingAfterRejection(MemoryBudget budget) {
        assertThatThrownBy(() -> budget.reserve(1, () -> true)).isInstanceOf(TooManyRequestsException.class);
        return budget.waiting();
    }

    /** Starts a caller and returns once it waits. */
    private static Future<Boolean> inLine(MemoryBudget budget) {
        var turn = new FutureTask<>(() -> budget.<Boolean>reserve(1, () -> true));
        waiting(turn);
        return turn;
    }

    private static Thread waiting(FutureTask<Boolean> turn) {
        var thread = new Thread(turn);
        thread.setDaemon(true);
        thread.start();
        Eventually.isTrue("the caller waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void a_caller_that_waited_too_long_is_rejected() throws Exception {
        var budget = new MemoryBudget(1, 2, Duration.ofMillis(20));
        var end = new CountDownLatch(1);
        var all = occupied(budget, end);

        assertThatThrownBy(() -> budget.reserve(1, () -> true)).isInstanceOf(TooManyRequestsException.class);
        end.countDown();
        for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void work_that_fails_frees_its_memory() {
        var budget = new MemoryBudget(1, 0, LONG);
        assertThatThrownBy(() -> budget.reserve(1, () -> {
                    throw new IllegalStateException("stop");
                }))
                .hasMessage("stop");

        assertThat(budget.<Boolean>reserve(1, () -> true)).isTrue();
    }

    private List<Future<Boolean>> occupied(MemoryBudget budget, CountDownLatch end) throws InterruptedException {
        var inside = new CountDownLatch(1);
        var all = new ArrayList<Future<Boolean>>();
        all.add(threads.submit(() -> budget.reserve(1, () -> {
            inside.countDown();
            return await(end);
        })));
        inside.await();
        return all;
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
