package dev.cardea.adapter;

import java.util.List;
import java.util.Optional;

/**
 * What is known of passkeys beyond the interface's columns. Without it passkeys have no names and no times, nothing is
 * known of the handle that their authenticators give, and a deleted one leaves a row that opens nothing.
 */
public interface PasskeyRecords extends Adapter {
    /** Empty for an unknown credential; for a known one always there, be all its fields empty. */
    Optional<PasskeyRecord> getPasskey(String credentialID);

    /** One for each of the user's authenticators, the oldest first where their age is known. */
    List<PasskeyRecord> listPasskeysByUserId(String userId);

    /** Changes the given fields and keeps all others. An unknown credential throws. */
    void updatePasskey(PasskeyChange change);

    /** Removes the authenticator and its record. Twice is harmless. */
    void deleteAuthenticator(String credentialID);
}
