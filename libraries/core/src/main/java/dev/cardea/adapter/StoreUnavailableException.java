package dev.cardea.adapter;

import dev.cardea.observe.StoreReason;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store cannot be reached or did not respond in time. It is unknown whether a write was done. The library
 * does not repeat the call, because the adapter has already waited.
 */
public class StoreUnavailableException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public StoreReason reason() {
        return StoreReason.UNREACHABLE;
    }
}
