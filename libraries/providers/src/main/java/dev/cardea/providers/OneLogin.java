package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * OneLogin.
 *
 * <p>Add an OpenID Connect app in the administration of your account. The issuer is the complete
 * {@code https://{subdomain}.onelogin.com/oidc/2}.
 *
 * <p>Redirect URI: {@code /auth/callback/onelogin}. Variables: {@code AUTH_ONELOGIN_ID}, {@code AUTH_ONELOGIN_SECRET},
 * {@code AUTH_ONELOGIN_ISSUER}.
 */
public final class OneLogin {
    static final Brand BRAND =
            Brand.of(OneLogin::provider).worksWithCare("the issuer is the complete address, with /oidc/2");

    private OneLogin() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("onelogin", "OneLogin").style(Style.of("#1c1f2a"));
    }
}
