package dev.cardea.adapter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a user has a field that the store has no place for, such as a column that is missing; nothing was written. A
 * field that is {@code null} needs no place.
 */
public class UnknownFieldException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> fields;

    /** @param fields the names of the fields without a place */
    public UnknownFieldException(String message, List<String> fields, @Nullable Throwable cause) {
        super(message, cause);
        this.fields = List.copyOf(fields);
    }

    /** Returns the names of the fields without a place. */
    public List<String> fields() {
        return fields;
    }
}
