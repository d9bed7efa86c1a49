package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Twitter is now called X. The ID keeps the old name.
 *
 * <p>Open your app at https://developer.x.com and set up user authentication with the type Web App. Turn on "Request
 * email from users". Use the OAuth 2.0 client ID and client secret, not the API keys.
 *
 * <p>Redirect URI: {@code /auth/callback/twitter}. Variables: {@code AUTH_TWITTER_ID}, {@code AUTH_TWITTER_SECRET}.
 */
public final class Twitter {
    static final Brand BRAND =
            Brand.of(Twitter::provider).note("X only returns confirmed email addresses, so some users don't have one.");

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
