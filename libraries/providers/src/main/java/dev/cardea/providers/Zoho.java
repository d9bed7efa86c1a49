package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Zoho login works with all of Zoho's data centers.
 *
 * <p>Create a Server-based Application at https://api-console.zoho.com. Turn on the data centers under Multi DC, and
 * let them share one client secret.
 *
 * <p>Redirect URI: {@code /auth/callback/zoho}. Variables: {@code AUTH_ZOHO_ID}, {@code AUTH_ZOHO_SECRET}.
 */
public final class Zoho {
    static final Brand BRAND = Brand.of(Zoho::provider)
            .note("Zoho stores an account in the data center of its country. The callback contains the URL "
                    + "of its accounts server, which alone can redeem the code and return the profile. This URL "
                    + "passes through the browser, so Cardea only accepts Zoho's own servers.");

    private static final String HOME = "https://accounts.zoho.com";

    /** The member of the token set that holds the accounts server. */
    private static final String SERVER = "accounts-server";

    private static final Set<String> SERVERS = Set.of(
            HOME,
            "https://accounts.zoho.eu",
            "https://accounts.zoho.in",
            "https://accounts.zoho.com.au",
            "https://accounts.zoho.com.cn",
            "https://accounts.zoho.jp",
            "https://accounts.zoho.sa",
            "https://accounts.zoho.uk",
            "https://accounts.zohocloud.ca");

    private Zoho() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("zoho", "Zoho")
                .checks(Check.PKCE, Check.STATE)
                .authorization(HOME + "/oauth/v2/auth")
                .scope("AaaServer.profile.Read")
                .token(HOME + "/oauth/v2/token")
                .tokenRequest(Zoho::redeem)
                .userinfo(HOME + "/oauth/user/info")
                .userinfoRequest(Zoho::person)
                .profile(Mapping.id("ZUID").nameOf("First_Name", "Last_Name").email("Email"))
                .style(Style.of("#e42527"));
    }

    private static Claims redeem(Claims params, Claims checks, ClientRegistration provider, HttpHandler http) {
        var server = params.text(SERVER);
        if (server != null && !SERVERS.contains(server)) throw new OAuthException("the accounts-server is not Zoho's");
        var answer = ApiCall.post(at(server, ApiCall.token(provider)), CodeGrant.form(params, checks))
                .header("authorization", CodeGrant.basic(provider))
                .send(http);
        return CodeGrant.tokens(answer).withPresent(SERVER, server);
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var url = at(tokens.claims().text(SERVER), ApiCall.userinfo(provider));
        return ApiCall.get(url).bearer(tokens).object(http);
    }

    /** Moves an address to another data centre. */
    private static String at(@Nullable String server, String url) {
        return server == null || !url.startsWith(HOME + "/") ? url : server + url.substring(HOME.length());
    }
}
