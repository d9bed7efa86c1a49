package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Okta.
 *
 * <p>Create a web application (OIDC) in the admin console of your organisation. Callback address:
 * {@code /auth/callback/okta}. Variables: {@code AUTH_OKTA_ID}, {@code AUTH_OKTA_SECRET}, {@code AUTH_OKTA_ISSUER}:
 * {@code https://{domain}.okta.com}, or {@code https://{domain}.okta.com/oauth2/{server}}.
 *
 * <p>Claims that an authorization server omits from its ID tokens are not read from userinfo.
 */
public final class Okta {
    private Okta() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("okta", "Okta")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#000"));
    }
}
