package dev.cardea.adapter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The fields of a passkey that change; {@code null} leaves one as it is. */
public record PasskeyChange(
        String credentialID,
        @Nullable String name,
        @Nullable String userHandle,
        @Nullable Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable Boolean backedUp) {
    public static PasskeyChange of(String credentialID) {
        return new PasskeyChange(credentialID, null, null, null, null, null);
    }

    public PasskeyChange name(String text) {
        return new PasskeyChange(credentialID, text, userHandle, createdAt, lastUsedAt, backedUp);
    }

    /** A new passkey, and by which handle its authenticator knows its owner. */
    public PasskeyChange created(Instant time, String handle) {
        return new PasskeyChange(credentialID, name, handle, time, lastUsedAt, backedUp);
    }

    /** A passkey was used, and said whether it is backed up. */
    public PasskeyChange used(Instant time, boolean isBackedUp) {
        return new PasskeyChange(credentialID, name, userHandle, createdAt, time, isBackedUp);
    }

    @Override
    public String toString() {
        return "PasskeyChange[" + credentialID + "]";
    }
}
