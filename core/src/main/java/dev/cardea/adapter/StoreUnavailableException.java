package dev.cardea.adapter;

import org.jspecify.annotations.Nullable;

/**
 * The store cannot be reached, or did not answer in time. Whether a write was done is unknown. The library does not repeat
 * the call: the adapter has waited already.
 */
public class StoreUnavailableException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
