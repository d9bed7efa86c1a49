package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if another caller was faster; nothing was written. The library repeats the unit of work, or without units the
 * rules of the sign-in, because the record of the other caller now decides. It repeats nothing after any other exception.
 */
public class StoreConflictException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreConflictException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
