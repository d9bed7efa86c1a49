package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Vercel.
 *
 * <p>Open your team at https://vercel.com, then Settings, then Apps, and create an app.
 *
 * <p>Redirect URI: {@code /auth/callback/vercel}. Variables: {@code AUTH_VERCEL_ID}, {@code AUTH_VERCEL_SECRET}.
 */
public final class Vercel {
    static final Brand BRAND = Brand.of(Vercel::provider)
            .note("Cardea doesn't request a scope. If your app may request them, add `scope(\"openid\", "
                    + "\"email\", \"profile\")`. Vercel requires PKCE.");

    private Vercel() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("vercel", "Vercel")
                .authorization("https://vercel.com/oauth/authorize")
                .checks(Check.PKCE, Check.STATE)
                .token("https://api.vercel.com/login/oauth/token")
                .userinfo("https://api.vercel.com/login/oauth/userinfo")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("sub")
                        .name("name", "preferred_username")
                        .email("email")
                        .image("picture"))
                .style(Style.of("#000000").mark(Marks.of("vercel")));
    }
}
