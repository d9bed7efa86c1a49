package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * FreshBooks.
 *
 * <p>Create an app at https://my.freshbooks.com/#/developer. The redirect URI must use https.
 *
 * <p>Redirect URI: {@code /auth/callback/freshbooks}. Variables: {@code AUTH_FRESHBOOKS_ID},
 * {@code AUTH_FRESHBOOKS_SECRET}.
 */
public final class Freshbooks {
    static final Brand BRAND = Brand.of(Freshbooks::provider);

    private Freshbooks() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("freshbooks", "Freshbooks")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://auth.freshbooks.com/service/auth/oauth/authorize")
                .scope("openid", "profile", "email")
                .token("https://api.freshbooks.com/auth/oauth/token")
                .userinfo("https://api.freshbooks.com/auth/api/v1/users/me")
                .profile(Mapping.id("response.id")
                        .nameOf("response.first_name", "response.last_name")
                        .email("response.email"))
                .style(Style.of("#0075dd"));
    }
}
