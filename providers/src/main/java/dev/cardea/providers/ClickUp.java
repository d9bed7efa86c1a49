package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * ClickUp.
 *
 * <p>Create an app under Settings, Apps, ClickUp API at https://app.clickup.com. Callback address:
 * {@code /auth/callback/click-up}. Variables: {@code AUTH_CLICK_UP_ID}, {@code AUTH_CLICK_UP_SECRET}.
 *
 * <p>PKCE is not supported. The user has two additional fields, {@code profilePicture} and {@code color}, but no e-mail
 * address or picture.
 */
public final class ClickUp {
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
