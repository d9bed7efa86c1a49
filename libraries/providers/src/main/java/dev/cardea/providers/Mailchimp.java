package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Mailchimp.
 *
 * <p>Register an app at https://admin.mailchimp.com/account/oauth2.
 *
 * <p>Redirect URI: {@code /auth/callback/mailchimp}. Variables: {@code AUTH_MAILCHIMP_ID},
 * {@code AUTH_MAILCHIMP_SECRET}.
 */
public final class Mailchimp {
    static final Brand BRAND = Brand.of(Mailchimp::provider)
            .worksWithCare("the name is that of the account, often a company")
            .note("The name is the name of the Mailchimp account, which is often a company.");

    private Mailchimp() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("mailchimp", "Mailchimp")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://login.mailchimp.com/oauth2/authorize")
                .scope("openid", "profile", "email")
                .token("https://login.mailchimp.com/oauth2/token")
                .userinfo("https://login.mailchimp.com/oauth2/metadata")
                .profile(Mapping.id("login.login_id").name("accountname").email("login.email"))
                .style(Style.of("#000"));
    }
}
