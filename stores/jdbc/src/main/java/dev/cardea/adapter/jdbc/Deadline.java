package dev.cardea.adapter.jdbc;

import java.util.function.LongSupplier;

/**
 * How long one call may take with everything that it waits for: a connection, its statements, and the tries after a
 * conflict. Statements get what is left, so that the sum stays within a bound however the time was spent.
 */
final class Deadline {
    /** How much longer than one statement a call may take. */
    static final int WAITING_SECONDS = 3;

    private static final long SECOND = 1_000_000_000L;

    private final LongSupplier nanos;
    private final int limitSeconds;
    private final long end;

    private Deadline(LongSupplier nanos, int limitSeconds) {
        this.nanos = nanos;
        this.limitSeconds = limitSeconds;
        end = nanos.getAsLong() + (limitSeconds + WAITING_SECONDS) * SECOND;
    }

    /** One that begins now. */
    static Deadline of(int limitSeconds, LongSupplier nanos) {
        return new Deadline(nanos, limitSeconds);
    }

    /** What one statement may take now; at least a second, for drivers take no less for a limit. */
    int statementSeconds() {
        long left = (end - nanos.getAsLong()) / SECOND;
        return (int) Math.max(1, Math.min(limitSeconds, left));
    }

    /** Whether nothing should be begun any more. */
    boolean isOver() {
        return end - nanos.getAsLong() < SECOND;
    }
}
