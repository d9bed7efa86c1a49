package dev.cardea.internal.flow;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.session.EventPublisher;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Restores the single-use link or code of a failed sign-in while the store is down. Works after the answer, so that the
 * visitor does not wait for the store a second time. Retries for half a minute, and then logs the failure.
 */
final class RestoreQueue {
    private static final int MAX_CONCURRENT = 16;
    private static final List<Long> PAUSES_MILLIS = List.of(0L, 1_000L, 5_000L, 25_000L);

    private final Semaphore places = new Semaphore(MAX_CONCURRENT);
    private final EventPublisher publisher;

    RestoreQueue(EventPublisher publisher) {
        this.publisher = publisher;
    }

    /** Returns at once. If too many restores are pending, logs the failure instead. */
    void add(Runnable restore) {
        if (!places.tryAcquire()) {
            publisher.log(
                    new AuthException(ErrorType.VERIFICATION, "a link of a failed sign-in could not be put back"));
            return;
        }
        var thread = new Thread(() -> {
            try {
                run(restore);
            } finally {
                places.release();
            }
        });
        thread.setName("cardea-restore");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Runnable restore) {
        RuntimeException failure = null;
        for (var pause : PAUSES_MILLIS) {
            try {
                Thread.sleep(pause);
                restore.run();
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        publisher.log(
                new AuthException(ErrorType.VERIFICATION, "a link of a failed sign-in could not be put back", failure));
    }
}
