package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/**
 * Another caller was faster, and nothing was written. The library repeats the unit of work, or without units the rules of
 * the sign-in, because what the other caller stored decides now.
 */
public class StoreConflictException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreConflictException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
