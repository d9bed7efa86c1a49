package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * IdentityServer4, which has been unmaintained since November 2022; its successor is {@link DuendeIdentityServer6}.
 *
 * <p>Add a client with the code grant to its configuration. Callback address: {@code /auth/callback/identity-server4}.
 * Variables: {@code AUTH_IDENTITY_SERVER4_ID}, {@code AUTH_IDENTITY_SERVER4_SECRET},
 * {@code AUTH_IDENTITY_SERVER4_ISSUER}: the base address of the server.
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
