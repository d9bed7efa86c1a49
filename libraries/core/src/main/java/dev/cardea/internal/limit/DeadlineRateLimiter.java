package dev.cardea.internal.limit;

import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Rejection;
import dev.cardea.limit.Take;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls a shared limiter on another thread and gives up after a tenth of a second. A store that hangs blocks at most as
 * many threads as calls may wait; further calls fail immediately.
 */
final class DeadlineRateLimiter implements RateLimiter {
    private static final System.Logger LOG = System.getLogger("dev.cardea");
    private static final long DEADLINE_MILLIS = 100;
    private static final int MAX_CALLS = 32;
    private static final long IDLE_SECONDS = 30;

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                var thread = new Thread(task, "cardea-limits");
                thread.setDaemon(true);
                thread.setContextClassLoader(DeadlineRateLimiter.class.getClassLoader());
                return thread;
            });

    private final RateLimiter limiter;
    private final Semaphore free = new Semaphore(MAX_CALLS);
    private final AtomicBoolean failing = new AtomicBoolean();

    DeadlineRateLimiter(RateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    public Optional<Duration> take(String key, Limit limit) {
        return call(() -> limiter.take(key, limit));
    }

    @Override
    public Optional<Rejection> takeAll(List<Take> takes) {
        return call(() -> limiter.takeAll(takes));
    }

    @Override
    public void refund(String key, Limit limit) {
        call(() -> {
            limiter.refund(key, limit);
            return true;
        });
    }

    /** Returns whether this failure is the first one since the last response. */
    boolean beginsToFail() {
        return failing.compareAndSet(false, true);
    }

    private <T> T call(Callable<T> work) {
        if (!free.tryAcquire())
            throw new IllegalStateException(MAX_CALLS + " calls are already waiting for the rate limiter");
        var running = THREADS.submit(() -> {
            try {
                return work.call();
            } finally {
                free.release();
            }
        });
        try {
            var answer = running.get(DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
            if (answer == null) throw new IllegalStateException("the rate limiter returned null");
            if (failing.compareAndSet(true, false)) LOG.log(Level.INFO, "the rate limiter responds again");
            return answer;
        } catch (TimeoutException e) {
            // The call continues, because the connection that it opens serves the next request.
            throw new IllegalStateException(
                    "the rate limiter did not respond within " + Duration.ofMillis(DEADLINE_MILLIS), e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException("the rate limiter failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the rate limiter", e);
        }
    }
}
