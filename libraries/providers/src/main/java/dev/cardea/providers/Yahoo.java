package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Yahoo.
 *
 * <p>Create an app with the OpenID Connect permissions Email and Profile at https://developer.yahoo.com/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/yahoo}. Variables: {@code AUTH_YAHOO_ID}, {@code AUTH_YAHOO_SECRET}.
 */
public final class Yahoo {
    static final Brand BRAND = Brand.of(Yahoo::provider).note("State and nonce protect the callback.");

    private Yahoo() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("yahoo", "Yahoo")
                .defaultIssuer("https://api.login.yahoo.com")
                .checks(Check.STATE, Check.NONCE)
                .style(Style.of("#5f01d1"));
    }
}
