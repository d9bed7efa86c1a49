package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Slack.
 *
 * <p>Create an app at https://api.slack.com/apps. Add the redirect URI under OAuth &amp; Permissions. It must use
 * https.
 *
 * <p>Redirect URI: {@code /auth/callback/slack}. Variables: {@code AUTH_SLACK_ID}, {@code AUTH_SLACK_SECRET}.
 */
public final class Slack {
    static final Brand BRAND =
            Brand.of(Slack::provider).note("Slack doesn't support PKCE. State and nonce protect the callback.");

    private Slack() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("slack", "Slack")
                .defaultIssuer("https://slack.com")
                .checks(Check.NONCE, Check.STATE)
                .style(Style.of("#611f69"));
    }
}
