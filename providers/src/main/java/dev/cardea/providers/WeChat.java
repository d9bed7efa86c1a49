package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.internal.oauth.OAuthException;
import dev.cardea.internal.oauth.QueryUrl;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * WeChat: an official account in WeChat's own browser, or a website that shows a QR code.
 *
 * <p>Register the site at https://open.weixin.qq.com, or the official account at https://mp.weixin.qq.com. Callback
 * address: {@code /auth/callback/wechat}. Variables: {@code AUTH_WECHAT_ID}, {@code AUTH_WECHAT_SECRET}: AppID and
 * AppSecret.
 */
public final class WeChat {
    static final Brand BRAND = Brand.of(
                    options -> options.get("platformType").equals("WebsiteApp") ? website() : provider(),
                    Option.of("platformType", "OfficialAccount", "WebsiteApp: a QR code, outside of WeChat's browser")
                            .among("OfficialAccount", "WebsiteApp"))
            .worksWithCare("the account id changes if an application is bound to the Open Platform later")
            .note("The account id is the `unionid`, the same in all apps of one Open Platform account, or the "
                    + "`openid` of this app without such an account: bind the app before users sign in. PKCE is not "
                    + "supported, and the profile contains no e-mail address.");

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

    private static Claims person(TokenSet tokens, OAuthProvider provider, HttpHandler http) {
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
