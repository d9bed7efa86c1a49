package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Keycloak, self-hosted.
 *
 * <p>Create a client with "client authentication" and "standard flow" in its admin console. Callback address:
 * {@code /auth/callback/keycloak}. Variables: {@code AUTH_KEYCLOAK_ID}, {@code AUTH_KEYCLOAK_SECRET},
 * {@code AUTH_KEYCLOAK_ISSUER}: {@code https://{host}/realms/{realm}}, before Keycloak 17 {@code
 * https://{host}/auth/realms/{realm}}.
 */
public final class Keycloak {
    static final Brand BRAND = Brand.of(Keycloak::provider);

    private Keycloak() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("keycloak", "Keycloak").style(Style.of("#428bca"));
    }
}
