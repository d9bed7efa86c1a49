package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * ZITADEL.
 *
 * <p>Open a project in your instance and create a Web application with the authentication method CODE. The issuer is
 * {@code https://{instance}.zitadel.cloud} or the URL of your own server.
 *
 * <p>Redirect URI: {@code /auth/callback/zitadel}. Variables: {@code AUTH_ZITADEL_ID}, {@code AUTH_ZITADEL_SECRET},
 * {@code AUTH_ZITADEL_ISSUER}.
 */
public final class Zitadel {
    static final Brand BRAND = Brand.of(Zitadel::provider);

    private Zitadel() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("zitadel", "ZITADEL").style(Style.of("#5469d4"));
    }
}
