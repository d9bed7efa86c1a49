package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/** Thrown if a row with this key exists: an email address, an account, a session token or a credential id. */
public class DuplicateKeyException extends StoreConflictException {
    private static final long serialVersionUID = 1L;

    public DuplicateKeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
