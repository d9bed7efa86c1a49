package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Roblox.
 *
 * <p>Create an OAuth 2.0 app at https://create.roblox.com/dashboard/credentials. Callback address:
 * {@code /auth/callback/roblox}. Variables: {@code AUTH_ROBLOX_ID}, {@code AUTH_ROBLOX_SECRET}.
 *
 * <p>The profile contains no e-mail address.
 */
public final class Roblox {
    private Roblox() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("roblox", "Roblox")
                .defaultIssuer("https://apis.roblox.com/oauth/")
                .scope("openid", "profile")
                .checks(Check.PKCE, Check.STATE)
                .style(Style.of("#335fff"));
    }
}
