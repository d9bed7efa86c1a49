package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Auth0.
 *
 * <p>Create a Regular Web Application at https://manage.auth0.com and add the redirect URI under Allowed Callback
 * URLs. The issuer is {@code https://{tenant}.{region}.auth0.com} or your custom domain.
 *
 * <p>Redirect URI: {@code /auth/callback/auth0}. Variables: {@code AUTH_AUTH0_ID}, {@code AUTH_AUTH0_SECRET},
 * {@code AUTH_AUTH0_ISSUER}.
 */
public final class Auth0 {
    static final Brand BRAND = Brand.of(Auth0::provider);

    private Auth0() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("auth0", "Auth0").style(Style.of("#EB5424").mark(Marks.of("auth0")));
    }
}
