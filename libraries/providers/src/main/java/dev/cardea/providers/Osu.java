package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Players sign in with their osu! account.
 *
 * <p>Create an OAuth application at https://osu.ppy.sh/home/account/edit.
 *
 * <p>Redirect URI: {@code /auth/callback/osu}. Variables: {@code AUTH_OSU_ID}, {@code AUTH_OSU_SECRET}.
 */
public final class Osu {
    static final Brand BRAND = Brand.of(Osu::provider).note("The profile doesn't contain an email address.");

    private Osu() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("osu", "osu!")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://osu.ppy.sh/oauth/authorize")
                .scope("identify")
                .token("https://osu.ppy.sh/oauth/token")
                .userinfo("https://osu.ppy.sh/api/v2/me")
                .profile(Mapping.id("id").name("username").image("avatar_url"))
                .style(Style.of("#ff66aa"));
    }
}
