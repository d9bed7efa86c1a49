package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Vipps is now called Vipps MobilePay.
 *
 * <p>Order "Log in with Vipps" at https://portal.vippsmobilepay.com. For tests, use the issuer
 * {@code https://apitest.vipps.no/access-management-1.0/access/}.
 *
 * <p>Redirect URI: {@code /auth/callback/vipps}. Variables: {@code AUTH_VIPPS_ID}, {@code AUTH_VIPPS_SECRET}.
 */
public final class Vipps {
    static final Brand BRAND = Brand.of(Vipps::provider).note("Cardea reads the profile from the userinfo endpoint.");

    private Vipps() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("vipps", "Vipps")
                .defaultIssuer("https://api.vipps.no/access-management-1.0/access/")
                .scope("openid", "name", "email")
                .checks(Check.PKCE, Check.STATE, Check.NONCE)
                .idToken(false)
                .style(Style.of("#f05c18"));
    }
}
