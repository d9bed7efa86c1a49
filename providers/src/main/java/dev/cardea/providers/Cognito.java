package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Amazon Cognito.
 *
 * <p>Add an app client with a secret and the authorization code grant to your user pool at
 * https://console.aws.amazon.com/cognito. Callback address: {@code /auth/callback/cognito}. Variables:
 * {@code AUTH_COGNITO_ID}, {@code AUTH_COGNITO_SECRET}, {@code AUTH_COGNITO_ISSUER}: {@code
 * https://cognito-idp.{region}.amazonaws.com/{poolId}}.
 */
public final class Cognito {
    static final Brand BRAND = Brand.of(Cognito::provider)
            .note("A nonce is sent, because Cognito puts one into the token on its own if users come from another "
                    + "identity provider.");

    private Cognito() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("cognito", "Cognito")
                .checks(Check.PKCE, Check.NONCE)
                .style(Style.of("#C17B9E"));
    }
}
