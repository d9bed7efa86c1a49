package dev.cardea.providers;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * TikTok.
 *
 * <p>Create an app with Login Kit at https://developers.tiktok.com/apps. The client ID is the client key.
 *
 * <p>Redirect URI: {@code /auth/callback/tiktok}. Variables: {@code AUTH_TIKTOK_ID}, {@code AUTH_TIKTOK_SECRET}.
 */
public final class TikTok {
    static final Brand BRAND = Brand.of(TikTok::provider)
            .scopeSeparator(ScopeSeparator.COMMA)
            .note("TikTok calls the client ID `client_key`, so Cardea sends it under both names. Scopes are "
                    + "separated by commas, for example `scope(\"user.info.basic,user.info.profile\")`. The "
                    + "profile doesn't contain an email address.");

    private TikTok() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("tiktok", "TikTok")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.tiktok.com/v2/auth/authorize/")
                .authorizationParam("client_key", "{clientId}")
                .scope("user.info.basic")
                .token("https://open.tiktokapis.com/v2/oauth/token/")
                .http(TikTok::withClientKey)
                .userinfo("https://open.tiktokapis.com/v2/user/info/")
                .userinfoParam("fields", "open_id,avatar_url,display_name")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("data.user.open_id")
                        .name("data.user.display_name")
                        .image("data.user.avatar_url"))
                .style(Style.of("#000000"));
    }

    private static HttpHandler withClientKey(HttpHandler next) {
        return request -> {
            var clientId = Form.first(request.text(), "client_id");
            if (!request.method().equals("POST") || clientId.isEmpty()) return next.handle(request);
            return next.handle(request.body(request.text() + "&client_key=" + Form.encode(clientId.get())));
        };
    }
}
