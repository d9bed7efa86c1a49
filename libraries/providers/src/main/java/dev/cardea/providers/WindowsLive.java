package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Windows Live was shut down.
 *
 * <p>The same accounts can sign in through {@link MicrosoftEntraId} with the issuer
 * {@code https://login.microsoftonline.com/consumers/v2.0}.
 */
public final class WindowsLive {
    static final Brand BRAND = Brand.of(WindowsLive::provider);

    private WindowsLive() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("windows-live", "Windows Live")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://login.live.com/oauth20_authorize.srf")
                .scope("wl.basic")
                .token("https://login.live.com/oauth20_token.srf")
                .userinfo("https://apis.live.net/v5.0/me")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id").name("name"))
                .retired("Microsoft closed Live Connect; use the provider microsoft-entra-id with the issuer"
                        + " https://login.microsoftonline.com/consumers/v2.0")
                .style(Style.of("#0078d4"));
    }
}
