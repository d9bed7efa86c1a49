package dev.cardea.adapter;

import java.time.Instant;
import java.util.Optional;

/**
 * The reads and the write of a passkey sign-in, each in one call. Without it, the library makes the same calls one by
 * one: {@code getAuthenticator}, {@code getPasskey}, {@code getAccount} and {@code getUser};
 * {@code updateAuthenticatorCounter} and {@code updatePasskey}.
 */
public interface PasskeySignIns extends Adapter {
    /**
     * Returns the passkey with its account at this provider and the account's user; empty for an unknown
     * credential.
     */
    Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider);

    /**
     * Stores what the authenticator reported at a sign-in. Throws for an unknown credential, and if the stored counter
     * is higher; then nothing changes.
     */
    void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt);
}
