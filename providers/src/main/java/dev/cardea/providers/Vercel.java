package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Sign in with Vercel.
 *
 * <p>Create an app under Settings, Apps of a team at https://vercel.com. Callback address:
 * {@code /auth/callback/vercel}. Variables: {@code AUTH_VERCEL_ID}, {@code AUTH_VERCEL_SECRET}.
 */
public final class Vercel {
    static final Brand BRAND = Brand.of(Vercel::provider)
            .note("No scope is requested: add `scope(\"openid\", \"email\", \"profile\")` if the app may request "
                    + "these. PKCE is required.");

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
                .style(Style.of("#000000"));
    }
}
