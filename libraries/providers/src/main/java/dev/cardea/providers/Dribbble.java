package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Dribbble.
 *
 * <p>Register an application at https://dribbble.com/account/applications/new.
 *
 * <p>Redirect URI: {@code /auth/callback/dribbble}. Variables: {@code AUTH_DRIBBBLE_ID}, {@code AUTH_DRIBBBLE_SECRET}.
 */
public final class Dribbble {
    static final Brand BRAND = Brand.of(
                    options -> provider().scope(options.get("scope")),
                    Option.of("scope", "public", "the requested scopes").among("public", "public upload"))
            .note("The profile rarely contains an email address. The option `scope` can be `public upload`.");

    private Dribbble() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("dribbble", "Dribbble")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://dribbble.com/oauth/authorize")
                .scope("public")
                .token("https://dribbble.com/oauth/token")
                .userinfo("https://api.dribbble.com/v2/user")
                .profile(Mapping.id("id").name("name").email("email").image("avatar_url"))
                .style(Style.of("#000"));
    }
}
