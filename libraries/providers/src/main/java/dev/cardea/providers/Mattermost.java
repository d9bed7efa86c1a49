package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Mattermost is a chat that you host yourself.
 *
 * <p>Open Integrations on your server and add an OAuth 2.0 application. The issuer is the server's base URL.
 *
 * <p>Redirect URI: {@code /auth/callback/mattermost}. Variables: {@code AUTH_MATTERMOST_ID},
 * {@code AUTH_MATTERMOST_SECRET}, {@code AUTH_MATTERMOST_ISSUER}.
 */
public final class Mattermost {
    static final Brand BRAND = Brand.of(Mattermost::provider);

    private Mattermost() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("mattermost", "Mattermost")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/oauth/authorize")
                .scope("openid", "profile", "email")
                .token("{issuer}/oauth/access_token")
                .userinfo("{issuer}/api/v4/users/me")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id")
                        .name("username")
                        .nameOf("first_name", "last_name")
                        .email("email"))
                .style(Style.of("#000"));
    }
}
