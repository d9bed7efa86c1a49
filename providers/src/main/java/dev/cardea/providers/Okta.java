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
 */
public final class Okta {
    static final Brand BRAND = Brand.of(Okta::provider)
            .note("Claims that an authorization server omits from its ID tokens are not read from userinfo.");

    private Okta() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("okta", "Okta")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#000"));
    }
}
