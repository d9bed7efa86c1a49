package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Roblox.
 *
 * <p>Create an OAuth 2.0 app at https://create.roblox.com/dashboard/credentials.
 *
 * <p>Redirect URI: {@code /auth/callback/roblox}. Variables: {@code AUTH_ROBLOX_ID}, {@code AUTH_ROBLOX_SECRET}.
 */
public final class Roblox {
    static final Brand BRAND = Brand.of(Roblox::provider).note("The profile doesn't contain an email address.");

    private Roblox() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("roblox", "Roblox")
                .defaultIssuer("https://apis.roblox.com/oauth/")
                .scope("openid", "profile")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#335fff"));
    }
}
