package dev.cardea.adapter;

import dev.cardea.model.Account;
import java.util.List;
import java.util.Optional;

/** Passkeys. */
public interface AuthenticatorAdapter extends Adapter {
    /**
     * Returns the account with this id at this provider.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<Account> getAccount(String providerAccountId, String provider);

    /**
     * Stores a passkey.
     *
     * @throws DuplicateKeyException if the credential id exists
     * @throws RowNotFoundException if there is no such user; not every store verifies it
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator);

    /**
     * Returns the passkey; empty if unknown.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<AdapterAuthenticator> getAuthenticator(String credentialID);

    /**
     * Returns the passkeys of a user; empty for an unknown user.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId);

    /**
     * Raises the counter and returns the passkey after it.
     *
     * @throws RowNotFoundException if there is no such passkey
     * @throws StoreConflictException if the stored counter is higher, because a later sign-in raised it in the meantime
     * @throws StoreUnavailableException if the store doesn't respond
     */
    AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter);
}
