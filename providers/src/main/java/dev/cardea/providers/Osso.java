package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Osso, self-hosted SAML single sign-on. It is unmaintained; {@link BoxyHqSaml} serves the same purpose.
 *
 * <p>Make an OAuth client in its admin interface. Callback address: {@code /auth/callback/osso}. Variables:
 * {@code AUTH_OSSO_ID}, {@code AUTH_OSSO_SECRET}, {@code AUTH_OSSO_ISSUER}: the base address of the server.
 */
public final class Osso {
    static final Brand BRAND =
            Brand.of(Osso::provider).status(ServiceStatus.State.DEAD_PRODUCT, "no longer maintained");

    private Osso() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("osso", "Osso")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/oauth/authorize")
                .scope("openid", "profile", "email")
                .token("{issuer}/oauth/token")
                .userinfo("{issuer}/oauth/me")
                .style(Style.of("#4a5568"));
    }
}
