package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Users sign in with their Yandex ID.
 *
 * <p>Create an application for user authorization at https://oauth.yandex.ru/client/new, with access to email address,
 * picture and name.
 *
 * <p>Redirect URI: {@code /auth/callback/yandex}. Variables: {@code AUTH_YANDEX_ID}, {@code AUTH_YANDEX_SECRET}.
 */
public final class Yandex {
    static final Brand BRAND = Brand.of(Yandex::provider);

    private Yandex() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("yandex", "Yandex")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://oauth.yandex.ru/authorize")
                .scope("login:info", "login:email", "login:avatar")
                .token("https://oauth.yandex.ru/token")
                .userinfo("https://login.yandex.ru/info")
                .userinfoParam("format", "json")
                .profile(Mapping.id("id")
                        .name("display_name", "real_name", "first_name")
                        .email("default_email", "emails?.[0]")
                        .image("default_avatar_id at Yandex's CDN", Yandex::picture))
                .style(Style.of("#ffcc00"));
    }

    private static @Nullable Object picture(Claims profile) {
        var avatar = profile.text("default_avatar_id");
        if (Mapping.says(profile.value("is_avatar_empty")) || avatar == null || avatar.isEmpty()) return null;
        return "https://avatars.yandex.net/get-yapic/" + avatar + "/islands-200";
    }
}
