package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * ClickUp.
 *
 * <p>Open Settings, then Apps, then ClickUp API at https://app.clickup.com and create an app.
 *
 * <p>Redirect URI: {@code /auth/callback/click-up}. Variables: {@code AUTH_CLICK_UP_ID}, {@code AUTH_CLICK_UP_SECRET}.
 */
public final class ClickUp {
    static final Brand BRAND = Brand.of(ClickUp::provider)
            .worksWithCare("the profile contains no address and no picture")
            .note("ClickUp doesn't support PKCE. The user has two additional fields, `profilePicture` and "
                    + "`color`, but no email address or picture.");

    private ClickUp() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("click-up", "ClickUp")
                .authorization("https://app.clickup.com/api")
                .scope("openid", "profile", "email")
                .checks(Check.STATE)
                .token("https://api.clickup.com/api/v2/oauth/token")
                .userinfo("https://api.clickup.com/api/v2/user")
                .profile(Mapping.id("user.id")
                        .name("user.username")
                        .field("profilePicture", "user.profilePicture")
                        .field("color", "user.color"))
                .style(Style.of("#24292f"));
    }
}
