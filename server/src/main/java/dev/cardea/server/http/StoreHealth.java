package dev.cardea.server.http;

import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store answers, known within a bound however long the store itself takes. One question is under way at a time,
 * and all who ask meanwhile wait for its answer, so that a store that is silent holds one thread.
 */
final class StoreHealth {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    private final Store store;
    private final Duration patience;
    private @Nullable CompletableFuture<Boolean> underWay;

    StoreHealth(Store store, Duration patience) {
        this.store = store;
        this.patience = patience;
    }

    boolean answers() {
        try {
            return question().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized CompletableFuture<Boolean> question() {
        if (underWay != null && !underWay.isDone()) return underWay;
        var answer = new CompletableFuture<Boolean>();
        var thread = new Thread(() -> answer.complete(ask()), "cardea-health");
        thread.setDaemon(true);
        thread.start();
        underWay = answer;
        return answer;
    }

    private boolean ask() {
        try {
            store.getUser("healthz");
            return true;
        } catch (AuthException e) {
            LOG.log(System.Logger.Level.WARNING, "the store does not answer", e);
            return false;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the store cannot be asked", e);
            return false;
        }
    }
}
