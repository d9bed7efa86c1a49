package dev.cardea.accounts.factor;

import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.Store;

/** Passkeys as a second factor. */
public final class PasskeyFactor {
    private PasskeyFactor() {}

    /** Returns whether a user has a passkey, at whichever provider. */
    public static boolean hasPasskey(Store store, String userId) {
        return store.has(AuthenticatorAdapter.class)
                && !store.listAuthenticatorsByUserId(userId).isEmpty();
    }
}
