package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * authentik, self-hosted.
 *
 * <p>Make an OAuth2/OpenID provider and an application in its admin interface. Callback address:
 * {@code /auth/callback/authentik}. Variables: {@code AUTH_AUTHENTIK_ID}, {@code AUTH_AUTHENTIK_SECRET},
 * {@code AUTH_AUTHENTIK_ISSUER}: {@code https://{host}/application/o/{slug}/} with a slash at the end, as authentik
 * announces it.
 */
public final class Authentik {
    static final Brand BRAND = Brand.of(Authentik::provider).worksWithCare("the issuer ends in a slash");

    private Authentik() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("authentik", "Authentik").style(Style.of("#fd4b2d"));
    }
}
