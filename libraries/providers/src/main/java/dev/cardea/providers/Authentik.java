package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * authentik is an identity provider that you host yourself.
 *
 * <p>In the admin interface, create an OAuth2/OpenID provider and an application for it. The issuer is
 * {@code https://{host}/application/o/{slug}/}. Keep the slash at the end, because authentik includes it.
 *
 * <p>Redirect URI: {@code /auth/callback/authentik}. Variables: {@code AUTH_AUTHENTIK_ID},
 * {@code AUTH_AUTHENTIK_SECRET}, {@code AUTH_AUTHENTIK_ISSUER}.
 */
public final class Authentik {
    static final Brand BRAND = Brand.of(Authentik::provider).worksWithCare("the issuer ends in a slash");

    private Authentik() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("authentik", "Authentik")
                .style(Style.of("#fd4b2d").mark(Marks.of("authentik")));
    }
}
