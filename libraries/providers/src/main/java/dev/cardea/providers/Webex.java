package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Webex.
 *
 * <p>Create an integration with the scope {@code spark:people_read} at
 * https://developer.webex.com/my-apps/new/integration.
 *
 * <p>Redirect URI: {@code /auth/callback/webex}. Variables: {@code AUTH_WEBEX_ID}, {@code AUTH_WEBEX_SECRET}.
 */
public final class Webex {
    static final Brand BRAND = Brand.of(
                    options -> at(options.get("apiBaseUrl")),
                    Option.of("apiBaseUrl", "https://webexapis.com/v1", "a different base URL of the API")
                            .as(Option.Kind.URL))
            .note("If a user has several email addresses, Cardea uses the first one.");

    private Webex() {}

    public static OAuthProvider provider() {
        return at("https://webexapis.com/v1");
    }

    /** Makes the provider for another address, such as that of its government cloud. */
    public static OAuthProvider at(String apiBaseUrl) {
        return OAuthProvider.oauth("webex", "Webex")
                .checks(Check.PKCE, Check.STATE)
                .authorization(apiBaseUrl + "/authorize")
                .scope("spark:kms", "spark:people_read")
                .token(apiBaseUrl + "/access_token")
                .userinfo(apiBaseUrl + "/people/me")
                .profile(Mapping.id("id").name("displayName").email("emails[0]").image("avatar"))
                .style(Style.of("#0a7f9c"));
    }
}
