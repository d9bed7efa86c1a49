package dev.cardea.internal.engine;

import dev.cardea.adapter.Store;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.model.User;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import java.util.function.Function;

/**
 * A signed-in user, and what their passkeys are read from.
 *
 * @param relyingPartyIds returns the domain that a provider's passkeys belong to
 */
public record PasskeyOwner(
        Store store,
        LinkedAccounts linkedAccounts,
        List<Provider> providers,
        Function<WebAuthnProvider, String> relyingPartyIds,
        User user) {}
