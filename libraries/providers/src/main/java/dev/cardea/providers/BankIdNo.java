package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * BankID is the electronic ID of the Norwegian banks.
 *
 * <p>Order a client at https://bankid.no/en/company. For tests, use the issuer
 * {@code https://auth.current.bankid.no/auth/realms/current}.
 *
 * <p>Redirect URI: {@code /auth/callback/bankid-no}. Variables: {@code AUTH_BANKID_NO_ID},
 * {@code AUTH_BANKID_NO_SECRET}.
 */
public final class BankIdNo {
    static final Brand BRAND = Brand.of(BankIdNo::provider)
            .note("By default, users see a Norwegian page that asks for a BankID with a one-time code. "
                    + "Change the parameters `ui_locales` and `login_hint` if you need something else. The "
                    + "profile is a signed userinfo response. Cardea rejects one without a signature.");

    private BankIdNo() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("bankid-no", "BankID Norge")
                .defaultIssuer("https://auth.bankid.no/auth/realms/prod")
                .authorizationParam("ui_locales", "no")
                .authorizationParam("login_hint", "BIS")
                .checks(Check.PKCE, Check.STATE, Check.NONCE)
                .idToken(false)
                .client("token_endpoint_auth_method", "client_secret_post")
                .client("userinfo_signed_response_alg", "RS256")
                .profile(Mapping.id("sub").name("name").email("email"))
                .style(Style.of("#39134c"));
    }
}
