package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Coinbase.
 *
 * <p>Create an OAuth client at https://portal.cdp.coinbase.com.
 *
 * <p>Redirect URI: {@code /auth/callback/coinbase}. Variables: {@code AUTH_COINBASE_ID}, {@code AUTH_COINBASE_SECRET}.
 */
public final class Coinbase {
    static final Brand BRAND = Brand.of(Coinbase::provider)
            .note("Coinbase's API returns a different format unless the request accepts nothing but JSON, "
                    + "so that's what Cardea sends.");

    private Coinbase() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("coinbase", "Coinbase")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://login.coinbase.com/oauth2/auth")
                .scope("wallet:user:email", "wallet:user:read")
                .token("https://login.coinbase.com/oauth2/token")
                .userinfo("https://api.coinbase.com/v2/user")
                .userinfoRequest((tokens, provider, http) ->
                        ApiCall.get(ApiCall.userinfo(provider)).bearer(tokens).object(http))
                .profile(Mapping.id("data.id")
                        .name("data.name")
                        .email("data.email")
                        .image("data.avatar_url"))
                .style(Style.of("#0052ff"));
    }
}
