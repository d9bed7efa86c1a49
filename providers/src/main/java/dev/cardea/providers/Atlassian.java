package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Atlassian accounts: Jira, Confluence, Bitbucket Cloud.
 *
 * <p>Create an OAuth 2.0 integration at https://developer.atlassian.com/console/myapps and give it the User Identity
 * API. Callback address: {@code /auth/callback/atlassian}. Variables: {@code AUTH_ATLASSIAN_ID},
 * {@code AUTH_ATLASSIAN_SECRET}.
 */
public final class Atlassian {
    static final Brand BRAND = Brand.of(Atlassian::provider)
            .note("PKCE is not supported. Scopes of Jira or Confluence usually also need `prompt` `consent` and "
                    + "`offline_access`.");

    private Atlassian() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("atlassian", "Atlassian")
                .authorization("https://auth.atlassian.com/authorize")
                .scope("read:me")
                .authorizationParam("audience", "api.atlassian.com")
                .checks(Check.STATE)
                .token("https://auth.atlassian.com/oauth/token")
                .userinfo("https://api.atlassian.com/me")
                .profile(Mapping.id("account_id").name("name").email("email").image("picture"))
                .style(Style.of("#0052cc"));
    }
}
