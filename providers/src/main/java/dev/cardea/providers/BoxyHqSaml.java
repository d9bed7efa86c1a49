package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * SAML single sign-on through BoxyHQ Jackson, which is called Ory Polis now.
 *
 * <p>Make a SAML connection in its admin portal; the client id is {@code dummy}, or encodes tenant and product.
 * Callback address: {@code /auth/callback/boxyhq-saml}. Variables: {@code AUTH_BOXYHQ_SAML_ID},
 * {@code AUTH_BOXYHQ_SAML_SECRET}, {@code AUTH_BOXYHQ_SAML_ISSUER}: the base address of your deployment.
 */
public final class BoxyHqSaml {
    static final Brand BRAND = Brand.of(BoxyHqSaml::provider)
            .status(ServiceStatus.State.RENAMED, "the product is called Ory Polis now")
            .note("Each sign-in must name `tenant` and `product` as parameters of the authorization request.");

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
