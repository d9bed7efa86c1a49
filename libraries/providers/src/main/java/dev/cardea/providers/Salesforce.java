package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Salesforce.
 *
 * <p>In your organization's Setup, create a connected app or an external client app with the OpenID scopes. The issuer
 * is {@code https://login.salesforce.com} by default. For sandboxes, or for your My Domain, set
 * {@code AUTH_SALESFORCE_ISSUER} to {@code https://test.salesforce.com} or to your domain.
 *
 * <p>Redirect URI: {@code /auth/callback/salesforce}. Variables: {@code AUTH_SALESFORCE_ID},
 * {@code AUTH_SALESFORCE_SECRET}.
 */
public final class Salesforce {
    static final Brand BRAND =
            Brand.of(Salesforce::provider).note("Cardea reads the profile from the userinfo endpoint.");

    private Salesforce() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("salesforce", "Salesforce")
                .defaultIssuer("https://login.salesforce.com")
                .checks(Check.PKCE, Check.STATE, Check.NONCE)
                .idToken(false)
                .style(Style.of("#00a1e0"));
    }
}
