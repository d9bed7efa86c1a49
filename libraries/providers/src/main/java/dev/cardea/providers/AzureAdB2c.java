package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Microsoft doesn't sell Azure AD B2C to new customers. Its successor, Microsoft Entra External ID, works with
 * {@link MicrosoftEntraId} and its own issuer.
 *
 * <p>Register an application in your B2C tenant at https://portal.azure.com, and have the user flow return the claims
 * Display Name and Email Addresses. The issuer is {@code https://{tenant}.b2clogin.com/{tenantId}/v2.0/}, exactly as
 * it appears in the user flow's discovery document.
 *
 * <p>Redirect URI: {@code /auth/callback/azure-ad-b2c}. Variables: {@code AUTH_AZURE_AD_B2C_ID},
 * {@code AUTH_AZURE_AD_B2C_SECRET}, {@code AUTH_AZURE_AD_B2C_ISSUER}.
 */
public final class AzureAdB2c {
    static final Brand BRAND = Brand.of(AzureAdB2c::provider)
            .status(
                    ServiceStatus.State.SERVICE_RETIRING,
                    "not sold to new customers since May 2025; tenants are supported until 2030")
            .note("The email address is the first entry of the claim `emails`.");

    private AzureAdB2c() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("azure-ad-b2c", "Azure AD B2C")
                .idToken(true)
                .profile(Mapping.id("sub").name("name", "preferred_username").email("emails?.[0]"))
                .style(Style.of("#0072c6"));
    }
}
