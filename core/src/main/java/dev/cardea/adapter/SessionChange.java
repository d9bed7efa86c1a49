package dev.cardea.adapter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a session that change. A {@code null} field stays as it is, because no field of a session can be null.
 */
public record SessionChange(
        String sessionToken,
        @Nullable Instant expires,
        @Nullable String userId) {
    public static SessionChange expires(String sessionToken, Instant expires) {
        return new SessionChange(sessionToken, expires, null);
    }

    @Override
    public String toString() {
        return "SessionChange[expires " + expires + "]";
    }
}
