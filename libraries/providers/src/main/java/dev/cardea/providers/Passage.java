package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Passage by 1Password was shut down.
 *
 * <p>The service no longer exists. Use the provider {@code passkey} instead.
 */
public final class Passage {
    static final Brand BRAND = Brand.of(Passage::provider);

    private Passage() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("passage", "Passage")
                .retired("Passage by 1Password was shut down on 16 January 2026; use the provider passkey instead")
                .style(Style.of("#3d53f6"));
    }
}
