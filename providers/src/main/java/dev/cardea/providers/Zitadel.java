package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * ZITADEL.
 *
 * <p>Create a web application with the method CODE in a project of your instance. Callback address:
 * {@code /auth/callback/zitadel}. Variables: {@code AUTH_ZITADEL_ID}, {@code AUTH_ZITADEL_SECRET},
 * {@code AUTH_ZITADEL_ISSUER}: {@code https://{instance}.zitadel.cloud}, or your own server.
 */
public final class Zitadel {
    static final Brand BRAND = Brand.of(Zitadel::provider);

    private Zitadel() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("zitadel", "ZITADEL").style(Style.of("#5469d4"));
    }
}
