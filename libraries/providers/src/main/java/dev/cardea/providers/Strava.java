package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Strava.
 *
 * <p>Create an API application at https://www.strava.com/settings/api. Its authorization callback domain is your host
 * name only, without a path.
 *
 * <p>Redirect URI: {@code /auth/callback/strava}. Variables: {@code AUTH_STRAVA_ID}, {@code AUTH_STRAVA_SECRET}.
 */
public final class Strava {
    static final Brand BRAND = Brand.of(Strava::provider).note("The profile doesn't contain an email address.");

    private Strava() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("strava", "Strava")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.strava.com/api/v3/oauth/authorize")
                .scope("read")
                .authorizationParam("approval_prompt", "auto")
                .token("https://www.strava.com/api/v3/oauth/token")
                .userinfo("https://www.strava.com/api/v3/athlete")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id").nameOf("firstname", "lastname").image("profile"))
                .style(Style.of("#fc4c02"));
    }
}
