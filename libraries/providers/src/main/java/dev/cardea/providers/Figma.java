package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Figma.
 *
 * <p>Create an app at https://www.figma.com/developers/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/figma}. Variables: {@code AUTH_FIGMA_ID}, {@code AUTH_FIGMA_SECRET}.
 */
public final class Figma {
    static final Brand BRAND = Brand.of(Figma::provider);

    private Figma() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("figma", "Figma")
                .authorization("https://www.figma.com/oauth")
                .scope("current_user:read")
                .checks(Check.PKCE, Check.STATE)
                .token("https://api.figma.com/v1/oauth/token")
                .userinfo("https://api.figma.com/v1/me")
                .profile(Mapping.id("id").name("handle").email("email").image("img_url"))
                .style(Style.of("#ff7237"));
    }
}
