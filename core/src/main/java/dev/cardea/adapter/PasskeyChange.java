package dev.cardea.adapter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The fields of a passkey that change; a {@code null} field stays as it is. */
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

    /** Makes the change for a new passkey: its time, and the handle by which its authenticator identifies the owner. */
    public PasskeyChange created(Instant time, String handle) {
        return new PasskeyChange(credentialID, name, handle, time, lastUsedAt, backedUp);
    }

    /** Makes the change for a passkey that was used and reported whether it is backed up. */
    public PasskeyChange used(Instant time, boolean isBackedUp) {
        return new PasskeyChange(credentialID, name, userHandle, createdAt, time, isBackedUp);
    }

    @Override
    public String toString() {
        return "PasskeyChange[" + credentialID + "]";
    }
}
