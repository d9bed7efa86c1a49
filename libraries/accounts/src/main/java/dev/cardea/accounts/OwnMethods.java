package dev.cardea.accounts;

import dev.cardea.accounts.factor.PasskeyFactor;
import dev.cardea.adapter.Store;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The configured sign-in methods by which one user can sign in.
 *
 * @param email empty if the user has no address
 * @param linked the providers at which the user has an account
 * @param passkeys the providers of passkeys, if the user has one
 */
record OwnMethods(
        boolean hasPassword,
        Optional<EmailProvider> email,
        List<OAuthProvider> linked,
        List<WebAuthnProvider> passkeys) {
    static OwnMethods of(Store store, User user, List<Provider> providers) {
        var id = StoredUser.idOf(user);
        var accounts =
                store.listAccountsByUserId(id).stream().map(Account::provider).collect(Collectors.toSet());
        return new OwnMethods(
                user.email() != null
                        && providers.stream().anyMatch(PasswordSignIn::isOf)
                        && StoredPassword.of(store, id).isPresent(),
                user.email() == null
                        ? Optional.empty()
                        : of(EmailProvider.class, providers).stream().findFirst(),
                of(OAuthProvider.class, providers).stream()
                        .filter(it -> accounts.contains(it.id()))
                        .toList(),
                passkeys(store, id, providers));
    }

    /** Returns the providers of passkeys, if the user has one. */
    static List<WebAuthnProvider> passkeys(Store store, String userId, List<Provider> providers) {
        return PasskeyFactor.hasPasskey(store, userId) ? of(WebAuthnProvider.class, providers) : List.of();
    }

    private static <P extends Provider> List<P> of(Class<P> type, List<Provider> providers) {
        return providers.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns the IDs of their providers. */
    List<String> ids() {
        var all = new ArrayList<String>();
        if (hasPassword) all.add(UserAccounts.PROVIDER);
        email.ifPresent(it -> all.add(it.id()));
        linked.forEach(it -> all.add(it.id()));
        passkeys.forEach(it -> all.add(it.id()));
        return all;
    }
}
