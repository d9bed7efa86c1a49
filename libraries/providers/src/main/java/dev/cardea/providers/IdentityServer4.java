package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * IdentityServer4 hasn't been maintained since November 2022. Its successor is {@link DuendeIdentityServer6}.
 *
 * <p>Add a client with the authorization code grant to the server's configuration. The issuer is the server's base
 * URL.
 *
 * <p>Redirect URI: {@code /auth/callback/identity-server4}. Variables: {@code AUTH_IDENTITY_SERVER4_ID},
 * {@code AUTH_IDENTITY_SERVER4_SECRET}, {@code AUTH_IDENTITY_SERVER4_ISSUER}.
 */
public final class IdentityServer4 {
    static final Brand BRAND = Brand.of(IdentityServer4::provider)
            .status(
                    ServiceStatus.State.DEAD_PRODUCT,
                    "out of support since November 2022; duende-identity-server6 replaces it");

    private IdentityServer4() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("identity-server4", "IdentityServer4").style(Style.of("#1a7f8e"));
    }
}
