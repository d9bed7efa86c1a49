package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Frontegg.
 *
 * <p>Find client id and key in the settings of your environment at https://portal.frontegg.com, and allow the address
 * under hosted login. Callback address: {@code /auth/callback/frontegg}. Variables: {@code AUTH_FRONTEGG_ID},
 * {@code AUTH_FRONTEGG_SECRET}, {@code AUTH_FRONTEGG_ISSUER}: {@code https://{subdomain}.frontegg.com}.
 */
public final class Frontegg {
    static final Brand BRAND = Brand.of(Frontegg::provider)
            .worksWithCare("the picture is in a non-standard claim and is not read")
            .note("Frontegg sends the picture in its own claim, which is not read.");

    private Frontegg() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("frontegg", "Frontegg")
                .wellKnown("{issuer}/oauth/.well-known/openid-configuration")
                .authorization("{issuer}/oauth/authorize")
                .token("{issuer}/oauth/token")
                .userinfo("{issuer}/identity/resources/users/v2/me")
                .style(Style.of("#4d7dfa"));
    }
}
