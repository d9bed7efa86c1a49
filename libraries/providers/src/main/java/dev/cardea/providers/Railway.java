package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Railway.
 *
 * <p>Create an OAuth app in the developer settings of your workspace at https://railway.com.
 *
 * <p>Redirect URI: {@code /auth/callback/railway}. Variables: {@code AUTH_RAILWAY_ID}, {@code AUTH_RAILWAY_SECRET}.
 */
public final class Railway {
    static final Brand BRAND = Brand.of(Railway::provider);

    private Railway() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("railway", "Railway")
                .authorization("https://backboard.railway.com/oauth/auth")
                .scope("openid", "email", "profile")
                .checks(Check.PKCE, Check.STATE)
                .token("https://backboard.railway.com/oauth/token")
                .userinfo("https://backboard.railway.com/oauth/me")
                .profile(Mapping.id("sub").name("name").email("email").image("picture"))
                .style(Style.of("#853bce").mark(Marks.of("railway")));
    }
}
