package dev.cardea.it.kills;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same with many things, a few at a time. */
final class Parallel {
    private static final int THREADS = 8;

    private Parallel() {}

    interface Task<T, R> {
        R of(T it) throws Exception;
    }

    /** Returns the results in the order of the things. */
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
}
