package dev.cardea.server.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store answers, known within a bound however long the store itself takes. What is asked is the library's own
 * health, at most twice a second. One call is under way at a time, which all callers share, so a store that is silent holds
 * one thread.
 */
final class StoreHealth {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    /** What was known may be so old, and the patience follows it: both have to be less than three seconds together. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final BooleanSupplier isHealthy;
    private final Duration patience;
    private final LongSupplier nanos;
    private @Nullable Call last;
    private volatile Trouble reported = Trouble.NONE;

    /** What the library itself cannot log: it logs a store that fails, and one that answers again after that. */
    private enum Trouble {
        NONE,
        SILENT,
        BROKEN
    }

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
     * @param isHealthy asks the store, and blocks for it
     * @param patience from the beginning of a call
     * @param nanos a clock that never goes back
     */
    StoreHealth(BooleanSupplier isHealthy, Duration patience, LongSupplier nanos) {
        this.isHealthy = isHealthy;
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
            if (result.isUp) report(Trouble.NONE, null);
            return new State(result.isUp, Duration.ofNanos(nanos.getAsLong() - result.at));
        } catch (TimeoutException e) {
            report(Trouble.SILENT, null);
        } catch (ExecutionException e) {
            report(Trouble.BROKEN, e.getCause());
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
        try {
            result.complete(new Result(isHealthy.getAsBoolean(), nanos.getAsLong()));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    /** Logs changes only: probes ask every few seconds. */
    private void report(Trouble trouble, @Nullable Throwable failure) {
        if (reported == trouble) return;
        reported = trouble;
        switch (trouble) {
            case NONE -> LOG.log(System.Logger.Level.INFO, "the store responds in time again");
            case SILENT ->
                LOG.log(System.Logger.Level.WARNING, "the store hasn't responded for " + patience.toMillis() + " ms");
            case BROKEN -> LOG.log(System.Logger.Level.ERROR, "the store can't be reached", failure);
        }
    }
}
