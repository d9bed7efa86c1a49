package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * LINE.
 *
 * <p>Create a LINE Login channel at https://developers.line.biz/console. The client ID is the channel ID, and the
 * client secret is the channel secret.
 *
 * <p>Redirect URI: {@code /auth/callback/line}. Variables: {@code AUTH_LINE_ID}, {@code AUTH_LINE_SECRET}.
 */
public final class Line {
    static final Brand BRAND = Brand.of(Line::provider)
            .note("LINE signs ID tokens with the channel secret (HS256) and doesn't support PKCE. To "
                    + "receive email addresses, apply for the email permission in the console.");

    private Line() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("line", "LINE")
                .defaultIssuer("https://access.line.me")
                .checks(Check.STATE)
                .client("id_token_signed_response_alg", "HS256")
                .style(Style.of("#00C300"));
    }
}
