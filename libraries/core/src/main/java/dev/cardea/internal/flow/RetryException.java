package dev.cardea.internal.flow;

import org.jspecify.annotations.Nullable;

/** Thrown within a unit of work that has to begin again: what it read is too old to decide by. */
final class RetryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String userId;

    /** @param userId the user to lock before anything is read; {@code null}: none */
    RetryException(@Nullable String userId) {
        super("the sign-in begins again", null, false, false);
        this.userId = userId;
    }

    /** Returns the user to lock, of this failure or of one that caused it. */
    static @Nullable String userIn(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetryException again) return again.userId;
        }
        return null;
    }
}
