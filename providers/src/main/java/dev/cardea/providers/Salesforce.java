package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Salesforce.
 *
 * <p>Create a connected app, or an external client app, with the scopes of OpenID in the setup of your organisation.
 * Callback address: {@code /auth/callback/salesforce}. Variables: {@code AUTH_SALESFORCE_ID},
 * {@code AUTH_SALESFORCE_SECRET}, {@code AUTH_SALESFORCE_ISSUER}: {@code https://login.salesforce.com} by default; set
 * {@code https://test.salesforce.com} for sandboxes, or your My Domain.
 */
public final class Salesforce {
    static final Brand BRAND = Brand.of(Salesforce::provider).note("The profile is the userinfo response.");

    private Salesforce() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("salesforce", "Salesforce")
                .defaultIssuer("https://login.salesforce.com")
                .checks(Check.PKCE, Check.STATE, Check.NONCE)
                .idToken(false)
                .style(Style.of("#00a1e0"));
    }
}
