package dev.cardea.adapter;

import dev.cardea.jose.Hashes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session of which a store has a record. Internal.
 *
 * @param id identifies the session; it is not a credential
 * @param row the database session; {@code null} if there is none
 * @param record the record of the session; {@code null} if there is none
 */
public record StoredSession(
        String id,
        String userId,
        Instant expires,
        @Nullable AdapterSession row,
        @Nullable SessionRecord record) {
    /** Identifies a database session by the hash of its token, because the token itself is a credential. */
    public static StoredSession of(AdapterSession row) {
        return new StoredSession(Hashes.sha256Hex(row.sessionToken()), row.userId(), row.expires(), row, null);
    }

    /** Returns the same session with its record. */
    public StoredSession with(@Nullable SessionRecord kept) {
        return new StoredSession(id, userId, expires, row, kept);
    }

    /**
     * Selects all sessions of a user, or all but one.
     *
     * @param except the one that stays; {@code null} for none
     */
    public static SessionSelection ofUser(String userId, @Nullable StoredSession except) {
        return except == null ? SessionSelection.ofUser(userId) : SessionSelection.ofUserExcept(userId, except.id());
    }

    /** Returns the session of a record. */
    public static StoredSession of(SessionRecord record) {
        return new StoredSession(record.id(), record.userId(), record.expires(), null, record);
    }
}
