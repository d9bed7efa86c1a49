package dev.cardea.accounts;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Optional;

/** What users call the configured providers. Immutable. */
record ProviderNames(List<Provider> providers) {
    ProviderNames {
        providers = List.copyOf(providers);
    }

    /** Returns the name in the user's language; empty if the provider is no longer there. */
    Optional<String> of(AccountRequest request, String id) {
        return providers.stream().filter(it -> it.id().equals(id)).findFirst().map(it -> {
            if (it instanceof EmailProvider) return request.text("accounts.email");
            return id.equals(UserAccounts.PROVIDER) ? request.text("accounts.password") : it.name();
        });
    }
}
