package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * SimpleLogin.
 *
 * <p>Add a website at https://app.simplelogin.io/developer.
 *
 * <p>Redirect URI: {@code /auth/callback/simplelogin}. Variables: {@code AUTH_SIMPLELOGIN_ID},
 * {@code AUTH_SIMPLELOGIN_SECRET}.
 */
public final class SimpleLogin {
    static final Brand BRAND = Brand.of(SimpleLogin::provider);

    private SimpleLogin() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("simplelogin", "SimpleLogin")
                .defaultIssuer("https://app.simplelogin.io")
                .profile(Mapping.id("sub").name("name").email("email").image("avatar_url"))
                .style(Style.of("#e3156a"));
    }
}
