package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Pipedrive.
 *
 * <p>Create an app in the Developer Hub of your account at https://app.pipedrive.com.
 *
 * <p>Redirect URI: {@code /auth/callback/pipedrive}. Variables: {@code AUTH_PIPEDRIVE_ID},
 * {@code AUTH_PIPEDRIVE_SECRET}.
 */
public final class Pipedrive {
    static final Brand BRAND = Brand.of(Pipedrive::provider);

    private Pipedrive() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("pipedrive", "Pipedrive")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://oauth.pipedrive.com/oauth/authorize")
                .scope("openid", "profile", "email")
                .token("https://oauth.pipedrive.com/oauth/token")
                .userinfo("https://api.pipedrive.com/users/me")
                .profile(Mapping.id("data.id")
                        .name("data.name")
                        .email("data.email")
                        .image("data.icon_url"))
                .style(Style.of("#017737"));
    }
}
