package dev.cardea.password;

import dev.cardea.error.TooManyRequestsException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Limits the memory that hashing takes, in mebibytes, with a bounded queue. */
final class MemoryBudget {
    private final int size;
    private final Semaphore free;
    private final AtomicInteger waiting = new AtomicInteger();
    private final int mostWaiting;
    private final Duration patience;

    MemoryBudget(int size, int mostWaiting, Duration patience) {
        this.size = size;
        this.free = new Semaphore(size, true);
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

    int waiting() {
        return waiting.get();
    }

    private boolean take(int mebibytes) {
        try {
            if (free.tryAcquire(mebibytes, 0, TimeUnit.NANOSECONDS)) return true;
            try {
                return waiting.incrementAndGet() <= mostWaiting
                        && free.tryAcquire(mebibytes, patience.toNanos(), TimeUnit.NANOSECONDS);
            } finally {
                waiting.decrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
