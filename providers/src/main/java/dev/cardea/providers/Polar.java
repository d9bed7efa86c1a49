package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Polar.
 *
 * <p>Create an OAuth client in the settings of your account at https://polar.sh. Callback address:
 * {@code /auth/callback/polar}. Variables: {@code AUTH_POLAR_ID}, {@code AUTH_POLAR_SECRET}.
 */
public final class Polar {
    static final Brand BRAND =
            Brand.of(Polar::provider).note("An ID token in the response is ignored; the profile is used.");

    private Polar() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("polar", "Polar")
                .authorization("https://polar.sh/oauth2/authorize")
                .scope("openid", "profile", "email")
                .checks(Check.PKCE, Check.STATE)
                .token("https://api.polar.sh/v1/oauth2/token")
                .userinfo("https://api.polar.sh/v1/oauth2/userinfo")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id")
                        .name("public_name", "username")
                        .email("email")
                        .image("avatar_url"))
                .style(Style.of("#0062ff"));
    }
}
