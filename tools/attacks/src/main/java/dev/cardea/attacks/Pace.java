package dev.cardea.attacks;

import java.time.Duration;

/**
 * How fast a run may send, and how much: a site that is not on this machine gets few requests. Safe for concurrent use.
 */
final class Pace {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final long nanosBetween;
    private final long most;
    private long sent;
    private long next;

    /**
     * @param between the least time between two requests
     * @param most how many requests may be sent
     */
    Pace(Duration between, long most) {
        nanosBetween = between.toNanos();
        this.most = most;
        next = System.nanoTime();
    }

    static Pace ofThisMachine() {
        return new Pace(Duration.ZERO, UNLIMITED);
    }

    static Pace ofOtherMachines() {
        return new Pace(Duration.ofMillis(200), 3_000);
    }

    /** Waits until the next request may be sent. */
    synchronized void await() {
        if (sent == most) throw new NotRunException("the limit of " + most + " requests was reached");
        sent++;
        long wait = next - System.nanoTime();
        if (wait > 0) sleep(wait);
        next = System.nanoTime() + nanosBetween;
    }

    synchronized long sent() {
        return sent;
    }

    private static void sleep(long nanos) {
        try {
            Thread.sleep(Duration.ofNanos(nanos).toMillis() + 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRunException("the run was interrupted");
        }
    }
}
