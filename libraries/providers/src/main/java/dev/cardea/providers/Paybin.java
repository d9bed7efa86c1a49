package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Paybin.
 *
 * <p>Register a client with Paybin. The issuer is {@code https://idp.paybin.io} unless you set
 * {@code AUTH_PAYBIN_ISSUER}.
 *
 * <p>Redirect URI: {@code /auth/callback/paybin}. Variables: {@code AUTH_PAYBIN_ID}, {@code AUTH_PAYBIN_SECRET}.
 */
public final class Paybin {
    static final Brand BRAND = Brand.of(Paybin::provider).note("Paybin requires PKCE.");

    private Paybin() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("paybin", "Paybin")
                .defaultIssuer("https://idp.paybin.io")
                .authorization("{issuer}/oauth2/authorize")
                .scope("openid", "email", "profile")
                .checks(Check.PKCE, Check.STATE)
                .token("{issuer}/oauth2/token")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("sub")
                        .name("name", "preferred_username")
                        .email("email")
                        .image("picture"))
                .style(Style.of("#1f2937"));
    }
}
