package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Descope.
 *
 * <p>Create an OIDC application under Federated Apps at https://app.descope.com. The client ID is your project ID. The
 * issuer is {@code https://api.descope.com/{project id}} unless you set {@code AUTH_DESCOPE_ISSUER}.
 *
 * <p>Redirect URI: {@code /auth/callback/descope}. Variables: {@code AUTH_DESCOPE_ID}, {@code AUTH_DESCOPE_SECRET}.
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
