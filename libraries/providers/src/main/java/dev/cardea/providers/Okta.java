package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Okta.
 *
 * <p>In your organization's Admin Console, create an app integration of the type OIDC, Web Application. The issuer is
 * {@code https://{domain}.okta.com}, or {@code https://{domain}.okta.com/oauth2/{server}} for a custom authorization
 * server.
 *
 * <p>Redirect URI: {@code /auth/callback/okta}. Variables: {@code AUTH_OKTA_ID}, {@code AUTH_OKTA_SECRET},
 * {@code AUTH_OKTA_ISSUER}.
 */
public final class Okta {
    static final Brand BRAND = Brand.of(Okta::provider)
            .note("If the ID token lacks the name or the email address, Cardea adds them from the userinfo "
                    + "endpoint.");

    private Okta() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("okta", "Okta")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#000"));
    }
}
