package dev.cardea.adapter;

import dev.cardea.observe.StoreReason;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a write needs a row that does not exist, such as the user of an update; nothing was written. Reads return
 * an empty result instead, and deletions have no effect. The library does not repeat the call.
 */
public class RowNotFoundException extends StoreException {
    private static final long serialVersionUID = 1L;

    public RowNotFoundException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public StoreReason reason() {
        return StoreReason.ROW_MISSING;
    }
}
