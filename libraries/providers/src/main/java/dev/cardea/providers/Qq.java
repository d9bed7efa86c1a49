package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Map;
import java.util.Objects;

/**
 * Users sign in with their QQ account at Tencent.
 *
 * <p>Register a website at https://connect.qq.com/manage.html. The client ID is the APP ID, and the client secret is
 * the APP Key.
 *
 * <p>Redirect URI: {@code /auth/callback/qq}. Variables: {@code AUTH_QQ_ID}, {@code AUTH_QQ_SECRET}.
 */
public final class Qq {
    static final Brand BRAND = Brand.of(Qq::provider)
            .extraCall(new ExtraCall(
                    "always, before the profile",
                    "https://graph.qq.com/oauth2.0/me?access_token={access_token}",
                    Map.of(),
                    "the openid, with which the profile is requested"))
            .scopeSeparator(ScopeSeparator.COMMA)
            .note("Cardea redeems the code with a GET. It gets the `openid` with a first call, and the "
                    + "profile with a second one. QQ doesn't support PKCE, and the profile doesn't contain an "
                    + "email address.");

    private Qq() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("qq", "QQ")
                .authorization("https://graph.qq.com/oauth2.0/authorize")
                .scope("get_user_info")
                .checks(Check.STATE)
                .token("https://graph.qq.com/oauth2.0/token")
                .tokenRequest(Qq::redeem)
                .userinfo("https://graph.qq.com/user/get_user_info")
                .userinfoRequest(Qq::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("openid").name("nickname").image("figureurl_qq_2", "figureurl_qq_1", "figureurl_2"))
                .style(Style.of("#12b7f5"));
    }

    private static Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http) {
        var url = QueryUrl.of(ApiCall.token(provider));
        for (var field :
                CodeGrant.withClient(provider, CodeGrant.form(params, checks)).entrySet()) {
            url = url.set(field.getKey(), field.getValue());
        }
        return CodeGrant.tokensOfAnyForm(ApiCall.get(url.toString()).send(http));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var openid = openid(tokens, provider, http);
        var url = QueryUrl.of(ApiCall.userinfo(provider))
                .set("access_token", ApiCall.accessToken(tokens))
                .set("oauth_consumer_key", Objects.requireNonNull(provider.clientId(), "clientId is not set"))
                .set("openid", openid);
        var person = ApiCall.get(url.toString()).object(http);
        var ret = person.value("ret");
        if (ret != null && !ret.equals(0L)) throw new OAuthException("QQ responded with the error " + ret);
        return person.with("openid", openid);
    }

    /** The response is a script, {@code callback( {…} );}, with a JSON object in it. */
    private static String openid(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var me = ApiCall.token(provider).replaceFirst("/token$", "/me");
        var url = QueryUrl.of(me).set("access_token", ApiCall.accessToken(tokens));
        var script = ApiCall.get(url.toString()).send(http).text();
        int begin = script.indexOf('{');
        int end = script.lastIndexOf('}');
        try {
            var known = begin < 0 || end < begin
                    ? null
                    : Json.parseObject(script.substring(begin, end + 1), 10).text("openid");
            if (known == null || known.isEmpty()) throw new OAuthException("QQ returned no openid");
            return known;
        } catch (JsonException e) {
            throw new OAuthException("QQ returned no openid", e);
        }
    }
}
