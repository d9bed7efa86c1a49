package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Asgardeo is the identity service of WSO2.
 *
 * <p>Register a standard-based application with OpenID Connect at https://console.asgardeo.io. The issuer is the
 * complete {@code https://api.asgardeo.io/t/{organisation}/oauth2/token}.
 *
 * <p>Redirect URI: {@code /auth/callback/asgardeo}. Variables: {@code AUTH_ASGARDEO_ID}, {@code AUTH_ASGARDEO_SECRET},
 * {@code AUTH_ASGARDEO_ISSUER}.
 */
public final class Asgardeo {
    static final Brand BRAND =
            Brand.of(Asgardeo::provider).worksWithCare("the issuer is the complete address, with /oauth2/token");

    private Asgardeo() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("asgardeo", "Asgardeo").style(Style.of("#000"));
    }
}
