package dev.cardea.adapter;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * More about a passkey; what is {@code null} is not known.
 *
 * @param name by which its owner knows it
 * @param userHandle by which its authenticator knows its owner: a text of 64 characters, random and the same for all
 *     passkeys of a user
 */
public record PasskeyRecord(
        String credentialID,
        @Nullable String name,
        @Nullable String userHandle,
        @Nullable Instant createdAt,
        @Nullable Instant lastUsedAt) {
    /** Those whose age is not known come first, in the order in which they stand. */
    public static final Comparator<PasskeyRecord> OLDEST_FIRST =
            Comparator.comparing(PasskeyRecord::createdAt, Comparator.nullsFirst(Comparator.naturalOrder()));

    public static PasskeyRecord of(String credentialID) {
        return new PasskeyRecord(credentialID, null, null, null, null);
    }

    /** Without the handle. */
    @Override
    public String toString() {
        return "PasskeyRecord[" + credentialID + "]";
    }
}
