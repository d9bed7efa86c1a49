package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Users sign in with their account in an Amazon Cognito user pool.
 *
 * <p>Open your user pool at https://console.aws.amazon.com/cognito and add an app client with a client secret and the
 * authorization code grant. The issuer is {@code https://cognito-idp.{region}.amazonaws.com/{poolId}}.
 *
 * <p>Redirect URI: {@code /auth/callback/cognito}. Variables: {@code AUTH_COGNITO_ID}, {@code AUTH_COGNITO_SECRET},
 * {@code AUTH_COGNITO_ISSUER}.
 */
public final class Cognito {
    static final Brand BRAND = Brand.of(Cognito::provider)
            .note("Cardea sends a nonce because Cognito adds one to the token anyway if users come from "
                    + "another identity provider.");

    private Cognito() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("cognito", "Cognito")
                .checks(Check.PKCE, Check.NONCE)
                .style(Style.of("#C17B9E"));
    }
}
