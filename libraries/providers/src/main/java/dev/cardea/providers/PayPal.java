package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * PayPal.
 *
 * <p>Create an app at https://developer.paypal.com/dashboard/applications and turn on "Log in with PayPal". Choose in
 * its settings which information you want to read, because Cardea doesn't request a scope.
 *
 * <p>Redirect URI: {@code /auth/callback/paypal}. Variables: {@code AUTH_PAYPAL_ID}, {@code AUTH_PAYPAL_SECRET}.
 */
public final class PayPal {
    static final Brand BRAND = Brand.of(
                    options -> options.get("environment").equals("live") ? live() : sandbox(),
                    Option.of("environment", "sandbox", "`live` uses real accounts")
                            .among("sandbox", "live"))
            .note("In the server's file, the provider uses PayPal's sandbox unless you set the option "
                    + "`environment` to `live`. PayPal doesn't support PKCE.");

    private PayPal() {}

    /** Makes the provider for real accounts. */
    public static OAuthProvider live() {
        return at("https://www.paypal.com", "https://api-m.paypal.com");
    }

    /** Makes the provider for the accounts of PayPal's sandbox. */
    public static OAuthProvider sandbox() {
        return at("https://www.sandbox.paypal.com", "https://api-m.sandbox.paypal.com");
    }

    private static OAuthProvider at(String site, String api) {
        return OAuthProvider.oauth("paypal", "PayPal")
                .authorization(site + "/signin/authorize")
                .checks(Check.STATE)
                .token(api + "/v1/oauth2/token")
                .userinfo(api + "/v1/identity/oauth2/userinfo")
                .userinfoParam("schema", "paypalv1.1")
                .profile(Mapping.id("user_id").name("name").email("email").image("picture"))
                .style(Style.of("#003087"));
    }
}
