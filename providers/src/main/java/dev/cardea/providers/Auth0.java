package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Auth0.
 *
 * <p>Create a regular web application at https://manage.auth0.com with the allowed callback URL {@code
 * /auth/callback/auth0}. Variables: {@code AUTH_AUTH0_ID}, {@code AUTH_AUTH0_SECRET}, and {@code AUTH_AUTH0_ISSUER},
 * which is {@code https://{tenant}.{region}.auth0.com} or your own domain.
 */
public final class Auth0 {
    static final Brand BRAND = Brand.of(Auth0::provider);

    private Auth0() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("auth0", "Auth0").style(Style.of("#EB5424"));
    }
}
