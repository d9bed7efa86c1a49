package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Box.
 *
 * <p>Create a Custom App with User Authentication (OAuth 2.0) at https://app.box.com/developers/console.
 *
 * <p>Redirect URI: {@code /auth/callback/box}. Variables: {@code AUTH_BOX_ID}, {@code AUTH_BOX_SECRET}.
 */
public final class Box {
    static final Brand BRAND = Brand.of(Box::provider).note("The email address comes from the field `login`.");

    private Box() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("box", "Box")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://account.box.com/api/oauth2/authorize")
                .scope("openid", "profile", "email")
                .token("https://api.box.com/oauth2/token")
                .userinfo("https://api.box.com/2.0/users/me")
                .profile(Mapping.id("id").name("name").email("login").image("avatar_url"))
                .style(Style.of("#0075C9"));
    }
}
