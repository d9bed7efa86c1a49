package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Kakao.
 *
 * <p>Add an application at https://developers.kakao.com/console/app, turn on Kakao Login, and activate a client
 * secret.
 *
 * <p>Redirect URI: {@code /auth/callback/kakao}. Variables: {@code AUTH_KAKAO_ID}, {@code AUTH_KAKAO_SECRET}.
 */
public final class Kakao {
    static final Brand BRAND = Brand.of(Kakao::provider)
            .note("You choose in the console what users share, so Cardea doesn't request a scope. Only the "
                    + "ID is guaranteed.");

    private Kakao() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("kakao", "Kakao")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://kauth.kakao.com/oauth/authorize")
                .scope("")
                .token("https://kauth.kakao.com/oauth/token")
                .userinfo("https://kapi.kakao.com/v2/user/me")
                .client("token_endpoint_auth_method", "client_secret_post")
                .emailProof(EmailVerifiedClaim.at("kakao_account?.is_email_verified"))
                .profile(Mapping.id("id")
                        .name("kakao_account?.profile?.nickname")
                        .email("kakao_account?.email")
                        .image("kakao_account?.profile?.profile_image_url"))
                .style(Style.of("#fee500"));
    }
}
