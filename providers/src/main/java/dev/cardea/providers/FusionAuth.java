package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * FusionAuth, self-hosted or hosted for you.
 *
 * <p>Add an application with the authorization code grant in its admin interface. Callback address:
 * {@code /auth/callback/fusionauth}. Variables: {@code AUTH_FUSIONAUTH_ID}, {@code AUTH_FUSIONAUTH_SECRET},
 * {@code AUTH_FUSIONAUTH_ISSUER}: {@code https://{server}}, which the tenant must name as its issuer.
 */
public final class FusionAuth {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var tenantId = options.text("tenantId");
                        return tenantId == null ? provider() : tenant(tenantId);
                    },
                    Option.of("tenantId", null, "the tenant, if there are several"))
            .note("If there are several tenants, `tenant` selects one. A refresh token is requested.");

    private FusionAuth() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("fusionauth", "FusionAuth")
                .scope("openid", "offline_access", "email", "profile")
                .checks(Check.PKCE, Check.STATE)
                .token("{issuer}/oauth2/token")
                .userinfo("{issuer}/oauth2/userinfo")
                .profile(Mapping.id("sub")
                        .name("name", "preferred_username")
                        .nameOf("given_name", "middle_name", "family_name")
                        .email("email")
                        .image("picture"))
                .style(Style.of("#f58320"));
    }

    /** Makes the provider for one of several tenants. */
    public static OAuthProvider tenant(String tenantId) {
        return provider()
                .wellKnown("{issuer}/.well-known/openid-configuration?tenantId=" + tenantId)
                .authorizationParam("tenantId", tenantId);
    }
}
