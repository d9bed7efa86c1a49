package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Medium doesn't accept new applications.
 *
 * <p>Medium doesn't issue new client IDs.
 */
public final class Medium {
    static final Brand BRAND = Brand.of(Medium::provider);

    private Medium() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("medium", "Medium")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://medium.com/m/oauth/authorize")
                .scope("basicProfile")
                .token("https://api.medium.com/v1/tokens")
                .userinfo("https://api.medium.com/v1/me")
                .profile(Mapping.id("data.id").name("data.name").image("data.imageUrl"))
                .retired("Medium no longer registers applications or supports its API; there is no replacement")
                .style(Style.of("#000000").mark(Marks.of("medium")));
    }
}
