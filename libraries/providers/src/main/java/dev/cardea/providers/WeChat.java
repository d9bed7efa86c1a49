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
 * You can use an official account, for users in WeChat's own browser, or a website app, which shows a QR code.
 *
 * <p>Register your website at https://open.weixin.qq.com, or your official account at https://mp.weixin.qq.com. The
 * client ID is the AppID, and the client secret is the AppSecret.
 *
 * <p>Redirect URI: {@code /auth/callback/wechat}. Variables: {@code AUTH_WECHAT_ID}, {@code AUTH_WECHAT_SECRET}.
 */
public final class WeChat {
    static final Brand BRAND = Brand.of(
                    options -> options.get("platformType").equals("WebsiteApp") ? website() : provider(),
                    Option.of(
                                    "platformType",
                                    "OfficialAccount",
                                    "`WebsiteApp` shows a QR code, outside WeChat's browser")
                            .among("OfficialAccount", "WebsiteApp"))
            .worksWithCare("the account id changes if an application is bound to the Open Platform later")
            .note("If the app is bound to an Open Platform account, the account ID is the `unionid`, which "
                    + "is the same in all apps of that account. If not, it's the `openid`, which is different "
                    + "in every app. Bind the app before the first user signs in. WeChat doesn't support PKCE, "
                    + "and the profile doesn't contain an email address.");

    private WeChat() {}

    /** Makes the provider for WeChat's own browser. */
    public static OAuthProvider provider() {
        return at("https://open.weixin.qq.com/connect/oauth2/authorize").scope("snsapi_userinfo");
    }

    /** Makes the provider for any browser, with a QR code. */
    public static OAuthProvider website() {
        return at("https://open.weixin.qq.com/connect/qrconnect").scope("snsapi_login");
    }

    private static OAuthProvider at(String authorization) {
        return OAuthProvider.oauth("wechat", "WeChat")
                .authorization(authorization + "#wechat_redirect")
                .authorizationParam("appid", "{clientId}")
                .checks(Check.STATE)
                .token("https://api.weixin.qq.com/sns/oauth2/access_token")
                .tokenParam("appid", "{clientId}")
                .tokenParam("secret", "{clientSecret}")
                .conform(TokenResponseFix.tokens(TokenResponseFix::bearer))
                .userinfo("https://api.weixin.qq.com/sns/userinfo")
                .userinfoRequest(WeChat::person)
                .profile(Mapping.id("unionid", "openid").name("nickname").image("headimgurl"))
                .style(Style.of("#07c160"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var openid = tokens.claims().text("openid");
        if (openid == null) throw new OAuthException("WeChat's token response has no openid");
        var url = QueryUrl.of(ApiCall.userinfo(provider))
                .set("access_token", ApiCall.accessToken(tokens))
                .set("openid", openid)
                .set("lang", "zh_CN");
        var person = ApiCall.get(url.toString()).object(http);
        if (person.has("errcode"))
            throw new OAuthException("WeChat responded with the error " + person.value("errcode"));
        return person;
    }
}
