package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Locale;

/**
 * Users sign in with their Oracle NetSuite account.
 *
 * <p>Create an integration record with the authorization code grant and the scopes RESTlets and REST Web Services.
 *
 * <p>Redirect URI: {@code /auth/callback/netsuite}. Variables: {@code AUTH_NETSUITE_ID}, {@code AUTH_NETSUITE_SECRET}.
 */
public final class NetSuite {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var provider = provider(options.get("accountID"), options.get("userinfo"))
                                .scope(options.get("scope"));
                        var prompt = options.text("prompt");
                        return prompt == null ? provider : provider.authorizationParam("prompt", prompt);
                    },
                    Option.needed("accountID", "the account, for example 81555, TSTDRV1234567 or 1234567-SB1"),
                    Option.needed("userinfo", "the URL of a RESTlet that returns the current user")
                            .as(Option.Kind.URL),
                    Option.of("scope", "restlets rest_webservices", "the requested scopes"),
                    Option.of("prompt", null, "whether users must sign in again")
                            .among("none", "login", "consent", "login consent"))
            .worksWithCare("userinfo is a script of the account itself")
            .note("NetSuite doesn't have a userinfo endpoint. Set the option `userinfo` to the URL of your "
                    + "own RESTlet or Suitelet that returns `id`, `name` and `email` of the current user. IDs "
                    + "can be zero or negative. NetSuite doesn't support PKCE.");

    private NetSuite() {}

    /**
     * Makes the provider for one account.
     *
     * @param accountId such as {@code 1234567-SB1}
     * @param userinfo address that returns the current user
     */
    public static OAuthProvider provider(String accountId, String userinfo) {
        var account = accountId.startsWith("{")
                ? accountId
                : accountId.toLowerCase(Locale.ROOT).replace('_', '-');
        return OAuthProvider.oauth("netsuite", "NetSuite")
                .authorization("https://" + account + ".app.netsuite.com/app/login/oauth2/authorize.nl")
                .scope("restlets", "rest_webservices")
                .checks(Check.STATE)
                .token("https://" + account + ".suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token")
                .userinfo(userinfo)
                .profile(Mapping.id("id").name("name").email("email"))
                .style(Style.of("#181a1b"));
    }
}
