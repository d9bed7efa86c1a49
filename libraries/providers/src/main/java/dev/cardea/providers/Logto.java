package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Logto.
 *
 * <p>Create a traditional web application in the console, at https://cloud.logto.io or on your own server. The issuer
 * is {@code https://{tenant}.logto.app/oidc}.
 *
 * <p>Redirect URI: {@code /auth/callback/logto}. Variables: {@code AUTH_LOGTO_ID}, {@code AUTH_LOGTO_SECRET},
 * {@code AUTH_LOGTO_ISSUER}.
 */
public final class Logto {
    static final Brand BRAND = Brand.of(Logto::provider).note("Cardea requests a refresh token.");

    private Logto() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("logto", "Logto")
                .scope("offline_access", "openid", "email", "profile")
                .profile(Mapping.id("sub")
                        .name("name", "username")
                        .email("email")
                        .image("picture"))
                .style(Style.of("#5d34f2"));
    }
}
