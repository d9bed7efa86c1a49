package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Azure AD B2C. New customers get Microsoft Entra External ID instead, which {@link MicrosoftEntraId} supports with its
 * issuer.
 *
 * <p>Register an application in the B2C tenant at https://portal.azure.com and let the user flow return the claims
 * Display Name and Email Addresses. Callback address: {@code /auth/callback/azure-ad-b2c}. Variables:
 * {@code AUTH_AZURE_AD_B2C_ID}, {@code AUTH_AZURE_AD_B2C_SECRET}, {@code AUTH_AZURE_AD_B2C_ISSUER}: {@code
 * https://{tenant}.b2clogin.com/{tenantId}/v2.0/}, exactly as the discovery document of the user flow names it.
 */
public final class AzureAdB2c {
    static final Brand BRAND = Brand.of(AzureAdB2c::provider)
            .status(
                    ServiceStatus.State.SERVICE_RETIRING,
                    "not sold to new customers since May 2025; tenants are supported until 2030")
            .note("The address is the first of the claim `emails`.");

    private AzureAdB2c() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("azure-ad-b2c", "Azure AD B2C")
                .idToken(true)
                .profile(Mapping.id("sub").name("name", "preferred_username").email("emails?.[0]"))
                .style(Style.of("#0072c6"));
    }
}
