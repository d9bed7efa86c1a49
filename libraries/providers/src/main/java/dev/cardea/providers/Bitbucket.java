package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * This provider is for Bitbucket Cloud.
 *
 * <p>Add an OAuth consumer in the settings of your workspace at https://bitbucket.org, and give it the permission
 * Account: Read.
 *
 * <p>Redirect URI: {@code /auth/callback/bitbucket}. Variables: {@code AUTH_BITBUCKET_ID},
 * {@code AUTH_BITBUCKET_SECRET}.
 */
public final class Bitbucket {
    static final Brand BRAND = Brand.of(Bitbucket::provider).note("The profile doesn't contain an email address.");

    private Bitbucket() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("bitbucket", "Bitbucket")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://bitbucket.org/site/oauth2/authorize")
                .scope("account")
                .token("https://bitbucket.org/site/oauth2/access_token")
                .userinfo("https://api.bitbucket.org/2.0/user")
                .profile(Mapping.id("account_id")
                        .name("display_name", "username")
                        .image("links.avatar?.href"))
                .style(Style.of("#205081"));
    }
}
