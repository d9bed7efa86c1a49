package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * You can use FusionAuth hosted or on your own servers.
 *
 * <p>Add an application with the Authorization Code grant in the admin interface. The issuer is
 * {@code https://{server}}. Enter the same value as the issuer in the tenant's settings.
 *
 * <p>Redirect URI: {@code /auth/callback/fusionauth}. Variables: {@code AUTH_FUSIONAUTH_ID},
 * {@code AUTH_FUSIONAUTH_SECRET}, {@code AUTH_FUSIONAUTH_ISSUER}.
 */
public final class FusionAuth {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var tenantId = options.text("tenantId");
                        return tenantId == null ? provider() : tenant(tenantId);
                    },
                    Option.of("tenantId", null, "the tenant, if there are several"))
            .note("If you have several tenants, choose one with the option `tenant`. Cardea requests a "
                    + "refresh token.");

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
