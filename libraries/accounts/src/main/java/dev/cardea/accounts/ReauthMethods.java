package dev.cardea.accounts;

import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.adapter.Store;
import dev.cardea.model.User;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Optional;

/**
 * How one user can prove what is missing.
 *
 * @param signIns the sign-in methods that prove it
 * @param hasFactor whether the user has a second factor that proves it
 */
record ReauthMethods(OwnMethods signIns, boolean hasFactor) {
    /** Where the user has a second factor, a password or an email proves nothing: someone who stole them may have the session, too. */
    static ReauthMethods of(StepUp.Kind need, Store store, User user, List<Provider> providers) {
        var all = OwnMethods.of(store, user, providers);
        var passkeys = new OwnMethods(false, Optional.empty(), List.of(), all.passkeys());
        if (need == StepUp.Kind.PHISHING_RESISTANT) return new ReauthMethods(passkeys, false);
        if (SecondFactors.has(store, StoredUser.idOf(user))) return new ReauthMethods(passkeys, true);
        return new ReauthMethods(need == StepUp.Kind.FRESH ? all : passkeys, false);
    }

    /** Returns whether the user has no way to prove it, and must add one first. */
    boolean isEmpty() {
        return !hasFactor && signIns.ids().isEmpty();
    }
}
