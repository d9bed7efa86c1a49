package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Osso adds SAML single sign-on and runs on your own server. It isn't maintained any longer. {@link BoxyHqSaml} serves
 * the same purpose.
 *
 * <p>Create an OAuth client in the admin interface. The issuer is the server's base URL.
 *
 * <p>Redirect URI: {@code /auth/callback/osso}. Variables: {@code AUTH_OSSO_ID}, {@code AUTH_OSSO_SECRET},
 * {@code AUTH_OSSO_ISSUER}.
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
