package dev.cardea.adapter;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a passkey that change. An empty field stays as it is; none can be cleared.
 *
 * <pre>{@code
 * PasskeyChange.of(credentialID).name("Phone")
 * }</pre>
 */
public record PasskeyChange(
        String credentialID,
        Optional<String> name,
        Optional<String> userHandle,
        Optional<Instant> createdAt,
        Optional<Instant> lastUsedAt,
        Optional<Boolean> backedUp) {
    public static PasskeyChange of(String credentialID) {
        return new PasskeyChange(
                credentialID, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public PasskeyChange name(String text) {
        return new PasskeyChange(credentialID, Optional.of(text), userHandle, createdAt, lastUsedAt, backedUp);
    }

    /** Makes the change for a new passkey: its time, and the handle by which its authenticator identifies the owner. */
    public PasskeyChange created(Instant time, String handle) {
        return new PasskeyChange(credentialID, name, Optional.of(handle), Optional.of(time), lastUsedAt, backedUp);
    }

    /** Makes the change for a passkey that was used and reported whether it is backed up. */
    public PasskeyChange used(Instant time, boolean isBackedUp) {
        return new PasskeyChange(credentialID, name, userHandle, createdAt, Optional.of(time), Optional.of(isBackedUp));
    }

    /** Returns the record with this change made; {@link #backedUp} is a field of the authenticator instead. */
    public PasskeyRecord applyTo(PasskeyRecord before) {
        return new PasskeyRecord(
                before.credentialID(),
                orElse(name, before.name()),
                orElse(userHandle, before.userHandle()),
                orElse(createdAt, before.createdAt()),
                orElse(lastUsedAt, before.lastUsedAt()));
    }

    private static <T> @Nullable T orElse(Optional<T> field, @Nullable T before) {
        return field.isPresent() ? field.get() : before;
    }

    @Override
    public String toString() {
        return "PasskeyChange[" + credentialID + "]";
    }
}
