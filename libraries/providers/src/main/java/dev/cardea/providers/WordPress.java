package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * This provider is for WordPress.com. It doesn't work with WordPress on your own server.
 *
 * <p>Create an application of the type Web at https://developer.wordpress.com/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/wordpress}. Variables: {@code AUTH_WORDPRESS_ID},
 * {@code AUTH_WORDPRESS_SECRET}.
 */
public final class WordPress {
    static final Brand BRAND = Brand.of(WordPress::provider);

    private WordPress() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("wordpress", "WordPress.com")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://public-api.wordpress.com/oauth2/authorize")
                .scope("auth")
                .token("https://public-api.wordpress.com/oauth2/token")
                .userinfo("https://public-api.wordpress.com/rest/v1/me")
                .profile(Mapping.id("ID").name("display_name").email("email").image("avatar_URL"))
                .style(Style.of("#0675c4"));
    }
}
