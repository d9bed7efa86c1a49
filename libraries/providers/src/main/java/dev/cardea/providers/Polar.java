package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Polar.
 *
 * <p>Create an OAuth client in your account settings at https://polar.sh.
 *
 * <p>Redirect URI: {@code /auth/callback/polar}. Variables: {@code AUTH_POLAR_ID}, {@code AUTH_POLAR_SECRET}.
 */
public final class Polar {
    static final Brand BRAND = Brand.of(Polar::provider)
            .note("Cardea reads the profile from the userinfo endpoint and ignores the ID token.");

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
