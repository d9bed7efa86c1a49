package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * LINE.
 *
 * <p>Create a LINE Login channel at https://developers.line.biz/console. Callback address: {@code /auth/callback/line}.
 * Variables: {@code AUTH_LINE_ID}, {@code AUTH_LINE_SECRET}.
 */
public final class Line {
    static final Brand BRAND = Brand.of(Line::provider)
            .note("ID tokens are signed with the channel secret (HS256). PKCE is not supported. The e-mail address "
                    + "needs a permission that you apply for in the console.");

    private Line() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("line", "LINE")
                .defaultIssuer("https://access.line.me")
                .checks(Check.STATE)
                .client("id_token_signed_response_alg", "HS256")
                .style(Style.of("#00C300"));
    }
}
