package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Users sign in with the account they use for Jira, Confluence and Bitbucket Cloud.
 *
 * <p>Create an OAuth 2.0 integration at https://developer.atlassian.com/console/myapps and add the User Identity API
 * under Permissions.
 *
 * <p>Redirect URI: {@code /auth/callback/atlassian}. Variables: {@code AUTH_ATLASSIAN_ID},
 * {@code AUTH_ATLASSIAN_SECRET}.
 */
public final class Atlassian {
    static final Brand BRAND = Brand.of(Atlassian::provider)
            .note("Atlassian doesn't support PKCE. If you request Jira or Confluence scopes, you usually "
                    + "also need `offline_access` and the parameter `prompt` with the value `consent`.");

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
