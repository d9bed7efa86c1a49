package dev.cardea.adapter;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A session of which a store has a record. Internal.
 *
 * @param id names the session; it is not a credential
 * @param row the database session; {@code null} if the record is of another kind
 */
public record StoredSession(
        String id, String userId, Instant expires, @Nullable AdapterSession row) {
    /** Identifies a database session by the hash of its token, because the token itself is a credential. */
    public static StoredSession of(AdapterSession row) {
        return new StoredSession(hash(row.sessionToken()), row.userId(), row.expires(), row);
    }

    private static String hash(String token) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
