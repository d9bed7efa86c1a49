package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Medium, which is closed to applications.
 *
 * <p>Medium gives no new client ids.
 */
public final class Medium {
    private Medium() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("medium", "Medium")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://medium.com/m/oauth/authorize")
                .scope("basicProfile")
                .token("https://api.medium.com/v1/tokens")
                .userinfo("https://api.medium.com/v1/me")
                .profile(Mapping.id("data.id").name("data.name").image("data.imageUrl"))
                .retired("Medium registers no applications any more and does not support its API; nothing replaces it")
                .style(Style.of("#000000"));
    }
}
