package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * NAVER.
 *
 * <p>Register an application at https://developers.naver.com/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/naver}. Variables: {@code AUTH_NAVER_ID}, {@code AUTH_NAVER_SECRET}.
 */
public final class Naver {
    static final Brand BRAND =
            Brand.of(Naver::provider).note("Users choose what they share. Only the ID is guaranteed.");

    private Naver() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("naver", "Naver")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://nid.naver.com/oauth2.0/authorize")
                .scope("openid", "profile", "email")
                .token("https://nid.naver.com/oauth2.0/token")
                .userinfo("https://openapi.naver.com/v1/nid/me")
                .profile(Mapping.id("response.id")
                        .name("response.nickname")
                        .email("response.email")
                        .image("response.profile_image"))
                .style(Style.of("#03c75a"));
    }
}
