package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Slack.
 *
 * <p>Create an app at https://api.slack.com/apps; it accepts https addresses only. Callback address:
 * {@code /auth/callback/slack}. Variables: {@code AUTH_SLACK_ID}, {@code AUTH_SLACK_SECRET}.
 */
public final class Slack {
    static final Brand BRAND =
            Brand.of(Slack::provider).note("PKCE is not supported; state and nonce protect the callback.");

    private Slack() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("slack", "Slack")
                .defaultIssuer("https://slack.com")
                .checks(Check.NONCE, Check.STATE)
                .style(Style.of("#611f69"));
    }
}
