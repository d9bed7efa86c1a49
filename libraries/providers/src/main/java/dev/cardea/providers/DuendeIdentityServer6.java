package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Duende IdentityServer is an identity provider that you host yourself.
 *
 * <p>Add a client with the authorization code grant to the server's configuration. The issuer is the server's base
 * URL.
 *
 * <p>Redirect URI: {@code /auth/callback/duende-identity-server6}. Variables: {@code AUTH_DUENDE_IDENTITY_SERVER6_ID},
 * {@code AUTH_DUENDE_IDENTITY_SERVER6_SECRET}, {@code AUTH_DUENDE_IDENTITY_SERVER6_ISSUER}.
 */
public final class DuendeIdentityServer6 {
    static final Brand BRAND = Brand.of(DuendeIdentityServer6::provider);

    private DuendeIdentityServer6() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("duende-identity-server6", "DuendeIdentityServer6")
                .style(Style.of("#1d63b7"));
    }
}
