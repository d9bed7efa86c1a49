package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Kinde.
 *
 * <p>Add a back-end web application at https://app.kinde.com and add the redirect URI under Allowed callback URLs. The
 * issuer is {@code https://{subdomain}.kinde.com}.
 *
 * <p>Redirect URI: {@code /auth/callback/kinde}. Variables: {@code AUTH_KINDE_ID}, {@code AUTH_KINDE_SECRET},
 * {@code AUTH_KINDE_ISSUER}.
 */
public final class Kinde {
    static final Brand BRAND = Brand.of(Kinde::provider);

    private Kinde() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("kinde", "Kinde")
                .checks(Check.STATE, Check.PKCE)
                .style(Style.of("#0F0F0F"));
    }
}
