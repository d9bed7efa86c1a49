package dev.cardea.password;

import dev.cardea.error.TooManyRequestsException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Limits the memory that hashing takes, in mebibytes, with a bounded queue. */
final class MemoryBudget {
    private final int size;
    private final Semaphore free;
    private final Semaphore places;
    private final int mostWaiting;
    private final Duration patience;

    MemoryBudget(int size, int mostWaiting, Duration patience) {
        this.size = size;
        this.free = new Semaphore(size, true);
        this.places = new Semaphore(mostWaiting);
        this.mostWaiting = mostWaiting;
        this.patience = patience;
    }

    /**
     * Runs the work when there is memory for it. Work that needs more than the limit runs alone.
     *
     * @throws TooManyRequestsException if the queue is full or the wait takes too long
     */
    <T> T reserve(int mebibytes, Supplier<T> work) {
        int taken = Math.min(size, mebibytes);
        if (!take(taken)) {
            throw new TooManyRequestsException(
                    "more passwords than this machine can check at once", Duration.ofSeconds(1), null);
        }
        try {
            return work.get();
        } finally {
            free.release(taken);
        }
    }

    /** How many callers wait. A caller that is rejected at once was never one of them. */
    int waiting() {
        return mostWaiting - places.availablePermits();
    }

    private boolean take(int mebibytes) {
        try {
            if (free.tryAcquire(mebibytes, 0, TimeUnit.NANOSECONDS)) return true;
            if (!places.tryAcquire()) return false;
            try {
                return free.tryAcquire(mebibytes, patience.toNanos(), TimeUnit.NANOSECONDS);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
