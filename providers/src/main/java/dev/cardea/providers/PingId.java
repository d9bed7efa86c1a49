package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * PingOne of Ping Identity.
 *
 * <p>Add an OIDC web app at https://console.pingone.com. Callback address: {@code /auth/callback/ping-id}. Variables:
 * {@code AUTH_PING_ID_ID}, {@code AUTH_PING_ID_SECRET}, {@code AUTH_PING_ID_ISSUER}:
 * {@code https://auth.pingone.{region}/{environmentId}/as}.
 */
public final class PingId {
    static final Brand BRAND = Brand.of(PingId::provider);

    private PingId() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("ping-id", "Ping Identity").style(Style.of("#b3282d"));
    }
}
