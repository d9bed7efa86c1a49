package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * You can use Ory Hydra on your own servers or on the Ory Network. Its ID is {@code hydra}.
 *
 * <p>Create an OAuth 2 client at https://console.ory.sh or with {@code hydra create client}. The issuer is
 * {@code https://{project}.projects.oryapis.com} or the URL of your own server.
 *
 * <p>Redirect URI: {@code /auth/callback/hydra}. Variables: {@code AUTH_HYDRA_ID}, {@code AUTH_HYDRA_SECRET},
 * {@code AUTH_HYDRA_ISSUER}.
 */
public final class OryHydra {
    static final Brand BRAND = Brand.of(OryHydra::provider).authJsFile("ory-hydra");

    private OryHydra() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("hydra", "Hydra").idToken(true).style(Style.of("#0F172A"));
    }
}
