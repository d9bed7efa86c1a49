package dev.cardea.server.http;

import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store answers, known within a bound however long the store itself takes. The store is asked at most once
 * a second, and one call is under way at a time, which all callers share. So a store that is silent holds one thread.
 */
final class StoreHealth {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Store store;
    private final Duration patience;
    private final LongSupplier nanos;
    private @Nullable Call last;
    private volatile boolean wasUp = true;

    /** One call to the store. */
    private record Call(long begin, CompletableFuture<Result> result) {}

    /** @param at in nanoseconds of the clock */
    private record Result(boolean isUp, long at) {}

    /**
     * The state of the store.
     *
     * @param age since the store answered, or since it was asked while it has not answered
     */
    record State(boolean isUp, Duration age) {}

    /**
     * @param patience from the beginning of a call
     * @param nanos a clock that never goes back
     */
    StoreHealth(Store store, Duration patience, LongSupplier nanos) {
        this.store = store;
        this.patience = patience;
        this.nanos = nanos;
    }

    boolean answers() {
        return state().isUp;
    }

    State state() {
        var call = call();
        long left = patience.toNanos() - (nanos.getAsLong() - call.begin);
        try {
            var result = call.result.get(Math.max(left, 0), TimeUnit.NANOSECONDS);
            return new State(result.isUp, Duration.ofNanos(nanos.getAsLong() - result.at));
        } catch (TimeoutException e) {
            report(false, null);
        } catch (ExecutionException e) {
            report(false, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new State(false, Duration.ofNanos(nanos.getAsLong() - call.begin));
    }

    private synchronized Call call() {
        long now = nanos.getAsLong();
        boolean isFresh = last != null && (!last.result.isDone() || now - last.begin < PAUSE.toNanos());
        if (last != null && isFresh) return last;
        var call = new Call(now, new CompletableFuture<>());
        var thread = new Thread(() -> ask(call.result), "cardea-health");
        thread.setDaemon(true);
        thread.start();
        last = call;
        return call;
    }

    private void ask(CompletableFuture<Result> result) {
        Throwable failure = null;
        try {
            store.getUser("healthz");
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        report(failure == null, failure);
        result.complete(new Result(failure == null, nanos.getAsLong()));
    }

    /** Logs changes only: probes ask every few seconds. */
    private void report(boolean isUp, @Nullable Throwable failure) {
        if (wasUp == isUp) return;
        wasUp = isUp;
        if (isUp) {
            LOG.log(System.Logger.Level.INFO, "the store answers again");
        } else if (failure == null || failure instanceof AuthException) {
            LOG.log(System.Logger.Level.WARNING, "the store does not answer", failure);
        } else {
            LOG.log(System.Logger.Level.ERROR, "the store cannot be asked", failure);
        }
    }
}
