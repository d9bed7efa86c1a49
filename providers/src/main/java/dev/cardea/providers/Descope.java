package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Descope.
 *
 * <p>Create an OIDC application (federated apps) at https://app.descope.com; the client id is the project id. Callback
 * address: {@code /auth/callback/descope}. Variables: {@code AUTH_DESCOPE_ID}, {@code AUTH_DESCOPE_SECRET},
 * {@code AUTH_DESCOPE_ISSUER}: {@code https://api.descope.com/{project id}} by default.
 */
public final class Descope {
    static final Brand BRAND = Brand.of(Descope::provider);

    private Descope() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("descope", "Descope")
                .defaultIssuer("https://api.descope.com/{clientId}")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#1C1C23"));
    }
}
