package dev.cardea.adapter;

import dev.cardea.json.Claims;
import java.time.Instant;

/**
 * A database session.
 *
 * @param sessionToken random; the value of the session cookie
 * @param expires absolute
 */
public record AdapterSession(String sessionToken, String userId, Instant expires) {
    /** Returns the record under the field names of Auth.js. */
    public Claims claims() {
        return Claims.of("sessionToken", sessionToken).with("userId", userId).with("expires", expires);
    }

    @Override
    public String toString() {
        return "AdapterSession[user " + userId + ", expires " + expires + "]";
    }
}
