package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Kick.
 *
 * <p>Create an app at https://kick.com/settings/developer.
 *
 * <p>Redirect URI: {@code /auth/callback/kick}. Variables: {@code AUTH_KICK_ID}, {@code AUTH_KICK_SECRET}.
 */
public final class Kick {
    static final Brand BRAND = Brand.of(Kick::provider);

    private Kick() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("kick", "Kick")
                .authorization("https://id.kick.com/oauth/authorize")
                .scope("user:read")
                .checks(Check.PKCE, Check.STATE)
                .token("https://id.kick.com/oauth/token")
                .userinfo("https://api.kick.com/public/v1/users")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("data[0].user_id")
                        .name("data[0].name")
                        .email("data[0].email")
                        .image("data[0].profile_picture"))
                .style(Style.of("#53fc18").mark(Marks.of("kick")));
    }
}
