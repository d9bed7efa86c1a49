package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Log in with PayPal.
 *
 * <p>Create an app at https://developer.paypal.com/dashboard/applications, switch "Log in with PayPal" on and choose
 * there what it may read; no scope is requested. Callback address: {@code /auth/callback/paypal}. Variables:
 * {@code AUTH_PAYPAL_ID}, {@code AUTH_PAYPAL_SECRET}.
 */
public final class PayPal {
    static final Brand BRAND = Brand.of(
                    options -> options.get("environment").equals("live") ? live() : sandbox(),
                    Option.of("environment", "sandbox", "live: with real accounts")
                            .among("sandbox", "live"))
            .note("The option `environment` is `sandbox` by default, or `live`. PKCE is not supported.");

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
