package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Gumroad.
 *
 * <p>Create an application at https://app.gumroad.com/settings/advanced.
 *
 * <p>Redirect URI: {@code /auth/callback/gumroad}. Variables: {@code AUTH_GUMROAD_ID}, {@code AUTH_GUMROAD_SECRET}.
 */
public final class Gumroad {
    static final Brand BRAND = Brand.of(Gumroad::provider).note("Gumroad doesn't support PKCE.");

    private Gumroad() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("gumroad", "Gumroad")
                .authorization("https://gumroad.com/oauth/authorize")
                .scope("view_profile")
                .checks(Check.STATE)
                .token("https://api.gumroad.com/oauth/token")
                .userinfo("https://api.gumroad.com/v2/user")
                .userinfoRequest(Gumroad::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("user.user_id")
                        .name("user.name")
                        .email("user.email")
                        .image("user.profile_url"))
                .style(Style.of("#ff90e8").mark(Marks.of("gumroad")));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var answer = ApiCall.get(ApiCall.userinfo(provider)).bearer(tokens).object(http);
        if (!Boolean.TRUE.equals(answer.value("success")))
            throw new OAuthException("Gumroad responded without success");
        return answer;
    }
}
