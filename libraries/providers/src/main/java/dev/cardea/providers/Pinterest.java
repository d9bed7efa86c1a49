package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Pinterest.
 *
 * <p>Create an app at https://developers.pinterest.com/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/pinterest}. Variables: {@code AUTH_PINTEREST_ID},
 * {@code AUTH_PINTEREST_SECRET}.
 */
public final class Pinterest {
    static final Brand BRAND = Brand.of(Pinterest::provider)
            .worksWithCare("the account id is the user name, which users can change")
            .note("The account ID is the username, so someone who changes it becomes a new user of your "
                    + "site. The profile doesn't contain an email address.");

    private Pinterest() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("pinterest", "Pinterest")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.pinterest.com/oauth")
                .scope("user_accounts:read")
                .token("https://api.pinterest.com/v5/oauth/token")
                .userinfo("https://api.pinterest.com/v5/user_account")
                .profile(Mapping.id("username").name("username").image("profile_image"))
                .style(Style.of("#bd081c"));
    }
}
