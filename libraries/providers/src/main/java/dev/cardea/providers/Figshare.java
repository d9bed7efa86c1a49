package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * figshare.
 *
 * <p>Create an application at https://figshare.com/account/applications.
 *
 * <p>Redirect URI: {@code /auth/callback/figshare}. Variables: {@code AUTH_FIGSHARE_ID}, {@code AUTH_FIGSHARE_SECRET}.
 */
public final class Figshare {
    static final Brand BRAND = Brand.of(Figshare::provider)
            .note("Cardea sends the client ID and secret twice, in a header and in the form. It does the "
                    + "same with the access token. figshare doesn't support PKCE.");

    private Figshare() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("figshare", "figshare")
                .authorization("https://figshare.com/account/applications/authorize")
                .scope("all")
                .checks(Check.STATE)
                .token("https://api.figshare.com/v2/token")
                .tokenRequest(Figshare::redeem)
                .userinfo("https://api.figshare.com/v2/account")
                .userinfoRequest(Figshare::person)
                .profile(Mapping.id("id").nameOf("first_name", "last_name").email("email"))
                .style(Style.of("#556472"));
    }

    private static Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http) {
        var form = CodeGrant.withClient(provider, CodeGrant.form(params, checks));
        return CodeGrant.tokens(ApiCall.post(ApiCall.token(provider), form)
                .header("authorization", CodeGrant.basic(provider))
                .send(http));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var url = QueryUrl.of(ApiCall.userinfo(provider)).set("access_token", ApiCall.accessToken(tokens));
        return ApiCall.get(url.toString()).bearer(tokens).object(http);
    }
}
