package dev.cardea.adapter.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Starts several threads at the same moment and collects their results. */
final class Race {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "cardea-race");
        thread.setDaemon(true);
        return thread;
    });
    private static final long PATIENCE_SECONDS = 60;

    /**
     * Long enough for a thread to finish if it does not wait for another. A build with little time sets less: a thread
     * that should wait and does not is then found less often on a busy machine.
     */
    private static final long HEAD_START_MILLIS = Integer.getInteger("cardea.head-start", 500);

    /** What a thread returned or threw. */
    record Outcome<T>(@Nullable T value, @Nullable Throwable failure) {
        boolean succeeded() {
            return failure == null;
        }

        /** Returns the result of a thread that succeeded. */
        T get() {
            if (value == null) throw new AssertionError("the runner failed", failure);
            return value;
        }
    }

    private Race() {}

    /** Runs the same code in several threads. */
    static <T> List<Outcome<T>> of(int runners, Callable<T> runner) {
        var all = new ArrayList<Callable<T>>();
        for (int i = 0; i < runners; i++) all.add(runner);
        return of(all);
    }

    static <T> List<Outcome<T>> of(List<? extends Callable<T>> runners) {
        var start = new CyclicBarrier(runners.size());
        var running = new ArrayList<Future<T>>();
        for (var runner : runners) {
            running.add(THREADS.submit(() -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return runner.call();
            }));
        }
        var outcomes = new ArrayList<Outcome<T>>();
        for (var future : running) outcomes.add(outcome(future));
        return outcomes;
    }

    /** Starts a single thread. */
    static <T> Future<T> begin(Callable<T> runner) {
        return THREADS.submit(runner);
    }

    /** Waits until another thread is done, or certainly waits for this one. */
    static void giveHeadStart(Future<?> other) {
        try {
            other.get(HEAD_START_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException waiting) {
            // Expected if the two wait for each other.
        } catch (ExecutionException e) {
            throw new AssertionError("the other thread failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static <T> List<T> winners(List<Outcome<Optional<T>>> outcomes) {
        return outcomes.stream()
                .filter(Outcome::succeeded)
                .flatMap(outcome -> outcome.get().stream())
                .toList();
    }

    private static <T> Outcome<T> outcome(Future<T> future) {
        try {
            return new Outcome<>(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS), null);
        } catch (ExecutionException e) {
            return new Outcome<>(null, e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a thread did not finish within " + PATIENCE_SECONDS + " seconds", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
