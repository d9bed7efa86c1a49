package dev.cardea.adapter;

import dev.cardea.observe.StoreReason;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a store operation fails. Adapters throw a subclass if they know the reason, because the library repeats
 * work after a {@link StoreConflictException} and never after a {@link StoreUnavailableException}. Any other exception
 * of an adapter is a failure without a known reason.
 */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message without values of rows, because it is logged */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns why the store failed; {@code null} if the adapter does not know. */
    public @Nullable StoreReason reason() {
        return null;
    }

    /** Returns whether this failure, or one of its causes, is of that type. */
    public static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) return true;
        }
        return false;
    }
}
