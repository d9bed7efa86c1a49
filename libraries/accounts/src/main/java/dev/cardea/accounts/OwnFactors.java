package dev.cardea.accounts;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.adapter.Store;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.ArrayList;
import java.util.List;

/**
 * The ways in which one user can give the second factor, besides a recovery code.
 *
 * @param passkeys the providers of passkeys, if the user has one that counts
 */
record OwnFactors(boolean hasApp, List<WebAuthnProvider> passkeys) {
    static OwnFactors of(Store store, String userId, List<Provider> providers) {
        return new OwnFactors(Authenticators.has(store, userId), OwnMethods.passkeys(store, userId, providers));
    }

    /** The same passkey once more isn't a second factor. */
    OwnFactors withoutPasskeys() {
        return new OwnFactors(hasApp, List.of());
    }

    /** Returns their names, as the JSON of the page has them. */
    List<String> names() {
        var all = new ArrayList<String>();
        if (hasApp) all.add(SecondFactors.TOTP);
        all.add(SecondFactors.RECOVERY);
        passkeys.forEach(it -> all.add(it.id()));
        return all;
    }
}
