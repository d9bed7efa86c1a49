package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * LinkedIn.
 *
 * <p>Create an app at https://www.linkedin.com/developers/apps. On its Products tab, add "Sign In with LinkedIn using
 * OpenID Connect".
 *
 * <p>Redirect URI: {@code /auth/callback/linkedin}. Variables: {@code AUTH_LINKEDIN_ID}, {@code AUTH_LINKEDIN_SECRET}.
 */
public final class LinkedIn {
    static final Brand BRAND = Brand.of(LinkedIn::provider)
            .note("LinkedIn rejects PKCE from web applications and doesn't return a nonce, so only state "
                    + "protects the callback.");

    private LinkedIn() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("linkedin", "LinkedIn")
                .defaultIssuer("https://www.linkedin.com/oauth")
                .checks(Check.STATE)
                .client("token_endpoint_auth_method", "client_secret_post")
                .style(Style.of("#069"));
    }
}
