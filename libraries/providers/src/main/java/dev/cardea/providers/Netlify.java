package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Netlify.
 *
 * <p>Create an OAuth application at https://app.netlify.com/user/applications.
 *
 * <p>Redirect URI: {@code /auth/callback/netlify}. Variables: {@code AUTH_NETLIFY_ID}, {@code AUTH_NETLIFY_SECRET}.
 */
public final class Netlify {
    static final Brand BRAND = Brand.of(Netlify::provider);

    private Netlify() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("netlify", "Netlify")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://app.netlify.com/authorize")
                .scope("")
                .token("https://api.netlify.com/oauth/token")
                .userinfo("https://api.netlify.com/api/v1/user")
                .profile(Mapping.id("id").name("full_name").email("email").image("avatar_url"))
                .style(Style.of("#32e6e2"));
    }
}
