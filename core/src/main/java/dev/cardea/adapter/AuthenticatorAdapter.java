package dev.cardea.adapter;

import dev.cardea.model.Account;
import java.util.List;
import java.util.Optional;

/** Passkeys. */
public interface AuthenticatorAdapter extends Adapter {
    Optional<Account> getAccount(String providerAccountId, String provider);

    /** Throws where it cannot be stored, also for a credential id that is taken. */
    AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator);

    Optional<AdapterAuthenticator> getAuthenticator(String credentialID);

    /** Empty for an unknown user; throws on any other failure. */
    List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId);

    /** Throws for an unknown credential, and where the stored counter is higher. */
    AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter);
}
