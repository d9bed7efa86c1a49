package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Frontegg.
 *
 * <p>Find the client ID and API key in the settings of your environment at https://portal.frontegg.com, and add the
 * redirect URI under Hosted login. The issuer is {@code https://{subdomain}.frontegg.com}.
 *
 * <p>Redirect URI: {@code /auth/callback/frontegg}. Variables: {@code AUTH_FRONTEGG_ID}, {@code AUTH_FRONTEGG_SECRET},
 * {@code AUTH_FRONTEGG_ISSUER}.
 */
public final class Frontegg {
    static final Brand BRAND = Brand.of(Frontegg::provider)
            .worksWithCare("the picture is in a non-standard claim and is not read")
            .note("Frontegg sends the picture in a claim of a different name, so users don't have a picture.");

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
