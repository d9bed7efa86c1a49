package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Objects;

/**
 * Users sign in with their VK ID.
 *
 * <p>Create an application for the platform Web at https://id.vk.com/about/business/go.
 *
 * <p>Redirect URI: {@code /auth/callback/vk}. Variables: {@code AUTH_VK_ID}, {@code AUTH_VK_SECRET}.
 */
public final class Vk {
    static final Brand BRAND = Brand.of(
                    options -> provider(),
                    Option.of("apiVersion", null, "the version of the old VK API; has no effect"))
            .note("The callback contains a device ID that belongs to the code. If your users sign in "
                    + "through id.vk.ru, override the three endpoint URLs.");

    private Vk() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("vk", "VK")
                .authorization("https://id.vk.com/authorize")
                .scope("vkid.personal_info", "email")
                .checks(Check.PKCE, Check.STATE)
                .token("https://id.vk.com/oauth2/auth")
                .tokenRequest(Vk::redeem)
                .userinfo("https://id.vk.com/oauth2/user_info")
                .userinfoRequest(Vk::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("user_id", "id")
                        .nameOf("first_name", "last_name")
                        .email("email")
                        .image("avatar", "photo_100"))
                .style(Style.of("#0077FF"));
    }

    private static Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http) {
        var deviceId = params.text("device_id");
        if (deviceId == null) throw new OAuthException("VK's response has no device_id");
        var form = CodeGrant.withClient(provider, CodeGrant.form(params, checks));
        form.put("device_id", deviceId);
        return CodeGrant.tokens(ApiCall.post(ApiCall.token(provider), form).send(http));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return ApiCall.post(ApiCall.userinfo(provider))
                .field("access_token", ApiCall.accessToken(tokens))
                .field("client_id", Objects.requireNonNull(provider.clientId(), "clientId"))
                .object(http)
                .get(Claim.object("user"))
                .orElseThrow(() -> new OAuthException("VK returned no user"));
    }
}
