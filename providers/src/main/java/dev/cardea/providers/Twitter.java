package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * X, formerly Twitter; the id keeps the old name.
 *
 * <p>Switch on OAuth 2.0 for an app of the type "web app" at https://developer.x.com with the callback address
 * {@code /auth/callback/twitter}, and "request email from users" with it. Variables: {@code AUTH_TWITTER_ID},
 * {@code AUTH_TWITTER_SECRET}: the client id and secret of OAuth 2.0, not the API keys.
 */
public final class Twitter {
    static final Brand BRAND =
            Brand.of(Twitter::provider).note("X returns only addresses that it has confirmed; a user may have none.");

    private Twitter() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("twitter", "Twitter")
                .authorization("https://x.com/i/oauth2/authorize")
                .scope("users.read", "tweet.read", "offline.access", "users.email")
                .checks(Check.PKCE, Check.STATE)
                .token("https://api.x.com/2/oauth2/token")
                .userinfo("https://api.x.com/2/users/me")
                .userinfoParam("user.fields", "profile_image_url,confirmed_email")
                .profile(Mapping.id("data.id")
                        .name("data.name")
                        .email("data.confirmed_email", "data.email")
                        .image("data.profile_image_url"))
                .style(Style.of("#1da1f2"));
    }
}
