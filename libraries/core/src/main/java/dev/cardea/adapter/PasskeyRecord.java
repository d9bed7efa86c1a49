package dev.cardea.adapter;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Additional facts about a passkey; {@code null} means unknown.
 *
 * @param name chosen by its owner
 * @param userHandle by which its authenticator identifies the owner: a random text of 64 characters, the same for all
 *     passkeys of a user
 */
public record PasskeyRecord(
        String credentialID,
        @Nullable String name,
        @Nullable String userHandle,
        @Nullable Instant createdAt,
        @Nullable Instant lastUsedAt) {
    /** Passkeys of unknown age come first, in their present order. */
    public static final Comparator<PasskeyRecord> OLDEST_FIRST =
            Comparator.comparing(PasskeyRecord::createdAt, Comparator.nullsFirst(Comparator.naturalOrder()));

    public static PasskeyRecord of(String credentialID) {
        return new PasskeyRecord(credentialID, null, null, null, null);
    }

    /** Prints everything but the handle. */
    @Override
    public String toString() {
        return "PasskeyRecord[" + credentialID + "]";
    }
}
