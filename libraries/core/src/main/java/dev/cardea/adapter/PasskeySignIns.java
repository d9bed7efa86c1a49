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
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider);

    /**
     * Stores what the authenticator reported at a sign-in. Nothing changes if the passkey is unknown or its stored
     * counter is higher.
     *
     * @throws RowNotFoundException if there is no such passkey
     * @throws StoreConflictException if the stored counter is higher, because a later sign-in raised it in the meantime
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt);
}
