package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * FACEIT.
 *
 * <p>Create an OAuth2 client at https://developers.faceit.com.
 *
 * <p>Redirect URI: {@code /auth/callback/faceit}. Variables: {@code AUTH_FACEIT_ID}, {@code AUTH_FACEIT_SECRET}.
 */
public final class Faceit {
    static final Brand BRAND = Brand.of(Faceit::provider)
            .note("FACEIT's ID token doesn't contain an expiry time, so Cardea uses the profile instead.");

    private Faceit() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("faceit", "FACEIT")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://accounts.faceit.com/accounts")
                .scope("openid", "profile", "email")
                .authorizationParam("redirect_popup", "true")
                .token("https://api.faceit.com/auth/v1/oauth/token")
                .userinfo("https://api.faceit.com/auth/v1/resources/userinfo")
                .profile(Mapping.id("guid").name("name").email("email").image("picture"))
                .style(Style.of("#ff5500"));
    }
}
