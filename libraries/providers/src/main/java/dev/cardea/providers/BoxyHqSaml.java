package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * BoxyHQ's SAML Jackson, now called Ory Polis, adds SAML single sign-on. It's a bridge: it uses OAuth 2.0 with your
 * site and SAML with the identity provider.
 *
 * <p>Create a SAML connection in the admin portal. The client ID is {@code dummy}, or it encodes tenant and product.
 * The issuer is your deployment's base URL.
 *
 * <p>Redirect URI: {@code /auth/callback/boxyhq-saml}. Variables: {@code AUTH_BOXYHQ_SAML_ID},
 * {@code AUTH_BOXYHQ_SAML_SECRET}, {@code AUTH_BOXYHQ_SAML_ISSUER}.
 */
public final class BoxyHqSaml {
    static final Brand BRAND = Brand.of(BoxyHqSaml::provider)
            .status(ServiceStatus.State.RENAMED, "the product is called Ory Polis now")
            .note("Send `tenant` and `product` as authorization parameters with every sign-in, unless the "
                    + "client ID encodes them.");

    private BoxyHqSaml() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("boxyhq-saml", "BoxyHQ SAML")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/api/oauth/authorize")
                .scope("openid", "profile", "email")
                .authorizationParam("provider", "saml")
                .token("{issuer}/api/oauth/token")
                .userinfo("{issuer}/api/oauth/userinfo")
                .profile(Mapping.id("id").nameOf("firstName", "lastName").email("email"))
                .style(Style.of("#25c2a0"));
    }
}
