package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * This provider is for PingOne by Ping Identity.
 *
 * <p>Add an OIDC Web App at https://console.pingone.com. The issuer is
 * {@code https://auth.pingone.{region}/{environmentId}/as}.
 *
 * <p>Redirect URI: {@code /auth/callback/ping-id}. Variables: {@code AUTH_PING_ID_ID}, {@code AUTH_PING_ID_SECRET},
 * {@code AUTH_PING_ID_ISSUER}.
 */
public final class PingId {
    static final Brand BRAND = Brand.of(PingId::provider);

    private PingId() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("ping-id", "Ping Identity").style(Style.of("#b3282d"));
    }
}
