package dev.cardea.it.kills;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work of several threads. */
final class Parallel {
    private static final int THREADS = 8;

    private Parallel() {}

    interface Task<T, R> {
        R of(T it) throws Exception;
    }

    /** Does the same with many things, a few at a time. Returns the results in the order of the things. */
    static <T, R> List<R> each(List<T> all, Task<T, R> task) throws Exception {
        var threads = Executors.newFixedThreadPool(THREADS);
        try {
            var running = new ArrayList<Future<R>>();
            for (var one : all) running.add(threads.submit(() -> task.of(one)));
            var results = new ArrayList<R>();
            for (var one : running) results.add(one.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Begins all when each has a thread. Returns the results in the order of the work. */
    static List<Boolean> atOnce(List<Callable<Boolean>> work) throws Exception {
        var barrier = new CyclicBarrier(work.size());
        var threads = Executors.newFixedThreadPool(work.size());
        try {
            var running = new ArrayList<Future<Boolean>>();
            for (var one : work) {
                running.add(threads.submit(() -> {
                    barrier.await();
                    return one.call();
                }));
            }
            var answers = new ArrayList<Boolean>();
            for (var one : running) answers.add(one.get());
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
