package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Duende IdentityServer.
 *
 * <p>Add a client with the code grant to its configuration. Callback address:
 * {@code /auth/callback/duende-identity-server6}. Variables: {@code AUTH_DUENDE_IDENTITY_SERVER6_ID},
 * {@code AUTH_DUENDE_IDENTITY_SERVER6_SECRET}, {@code AUTH_DUENDE_IDENTITY_SERVER6_ISSUER}: the base address of the
 * server.
 */
public final class DuendeIdentityServer6 {
    static final Brand BRAND = Brand.of(DuendeIdentityServer6::provider);

    private DuendeIdentityServer6() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("duende-identity-server6", "DuendeIdentityServer6")
                .style(Style.of("#1d63b7"));
    }
}
