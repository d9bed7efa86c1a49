package dev.cardea.adapter;

import dev.cardea.model.Account;
import java.util.List;
import java.util.Optional;

/** Passkeys. */
public interface AuthenticatorAdapter extends Adapter {
    Optional<Account> getAccount(String providerAccountId, String provider);

    /**
     * Stores a passkey. Throws if it cannot be stored, and {@link DuplicateKeyException} if the credential id exists.
     */
    AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator);

    Optional<AdapterAuthenticator> getAuthenticator(String credentialID);

    /** Returns the passkeys of a user; empty for an unknown user. Throws on any other failure. */
    List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId);

    /** Raises the counter. Throws for an unknown credential, and if the stored counter is higher. */
    AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter);
}
