package dev.cardea.internal.flow;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.session.EventPublisher;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Puts back what a failed sign-in had used up, while the store is away: behind the answer, so that the visitor does not
 * wait for the store a second time. Tries a few times within half a minute; what is still not back then is logged.
 */
final class RestoreQueue {
    private static final int MAX_CONCURRENT = 16;
    private static final List<Long> PAUSES_MILLIS = List.of(0L, 1_000L, 5_000L, 25_000L);

    private final Semaphore places = new Semaphore(MAX_CONCURRENT);
    private final EventPublisher publisher;

    RestoreQueue(EventPublisher publisher) {
        this.publisher = publisher;
    }

    /** Returns at once. With too many at work already the work is left out. */
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
