package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Weibo.
 *
 * <p>Register a website at https://open.weibo.com/connect. The client ID is the App Key, and the client secret is the
 * App Secret.
 *
 * <p>Redirect URI: {@code /auth/callback/weibo}. Variables: {@code AUTH_WEIBO_ID}, {@code AUTH_WEIBO_SECRET}.
 */
public final class Weibo {
    static final Brand BRAND = Brand.of(Weibo::provider)
            .scopeSeparator(ScopeSeparator.COMMA)
            .note("The token response contains the user's ID, and Cardea sends the token in the query of "
                    + "the profile request. Weibo doesn't support PKCE, and the profile doesn't contain an "
                    + "email address.");

    private Weibo() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("weibo", "Weibo")
                .authorization("https://api.weibo.com/oauth2/authorize")
                .scope("email")
                .checks(Check.STATE)
                .token("https://api.weibo.com/oauth2/access_token")
                .conform(TokenResponseFix.tokens(TokenResponseFix::bearer))
                .userinfo("https://api.weibo.com/2/users/show.json")
                .userinfoRequest(Weibo::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("idstr", "id").name("screen_name").image("avatar_large"))
                .style(Style.of("#e6162d"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var uid = tokens.claims().value("uid");
        if (uid == null) throw new OAuthException("Weibo's token response contains no uid");
        var url = QueryUrl.of(ApiCall.userinfo(provider))
                .set("uid", Mapping.text(uid))
                .set("access_token", ApiCall.accessToken(tokens));
        return ApiCall.get(url.toString()).object(http);
    }
}
