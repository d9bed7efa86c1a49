package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Keycloak is an identity provider that you host yourself.
 *
 * <p>In the admin console, create a client, turn on Client authentication and Standard flow, and add the redirect URI
 * under Valid redirect URIs. The secret is on the Credentials tab. The issuer is
 * {@code https://{host}/realms/{realm}}, or {@code https://{host}/auth/realms/{realm}} before Keycloak 17.
 *
 * <p>Redirect URI: {@code /auth/callback/keycloak}. Variables: {@code AUTH_KEYCLOAK_ID}, {@code AUTH_KEYCLOAK_SECRET},
 * {@code AUTH_KEYCLOAK_ISSUER}.
 */
public final class Keycloak {
    static final Brand BRAND = Brand.of(Keycloak::provider);

    private Keycloak() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("keycloak", "Keycloak").style(Style.of("#428bca"));
    }
}
