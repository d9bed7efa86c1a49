package dev.cardea.adapter;

import java.util.List;
import java.util.Optional;

/**
 * Stores facts about passkeys beyond the columns of Auth.js. Without it, passkeys have no names, times or user handles,
 * and a deleted passkey leaves a row that signs no user in.
 */
public interface PasskeyRecords extends Adapter {
    /**
     * Returns the record; empty for an unknown credential. A known credential always has one, even if all its fields
     * are {@code null}.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<PasskeyRecord> getPasskey(String credentialID);

    /**
     * Returns one record for each authenticator of the user, oldest first as far as their age is known.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<PasskeyRecord> listPasskeysByUserId(String userId);

    /**
     * Makes the change and keeps all other fields.
     *
     * @throws RowNotFoundException if there is no such passkey
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void updatePasskey(PasskeyChange change);

    /**
     * Removes the authenticator and its record. A repeated call has no effect.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void deleteAuthenticator(String credentialID);
}
