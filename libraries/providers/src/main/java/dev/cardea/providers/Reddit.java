package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Reddit.
 *
 * <p>Create an app of the type "web app" at https://www.reddit.com/prefs/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/reddit}. Variables: {@code AUTH_REDDIT_ID}, {@code AUTH_REDDIT_SECRET}.
 */
public final class Reddit {
    static final Brand BRAND = Brand.of(Reddit::provider)
            .note("Reddit doesn't support PKCE, and the profile doesn't contain an email address. To get a "
                    + "refresh token, set `authorizationParam(\"duration\", \"permanent\")`.");

    private Reddit() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("reddit", "Reddit")
                .authorization("https://www.reddit.com/api/v1/authorize")
                .scope("identity")
                .checks(Check.STATE)
                .token("https://www.reddit.com/api/v1/access_token")
                .userinfo("https://oauth.reddit.com/api/v1/me")
                .style(Style.of("#FF4500"));
    }
}
