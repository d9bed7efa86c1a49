package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Mail.ru.
 *
 * <p>Create an application at https://o2.mail.ru/app.
 *
 * <p>Redirect URI: {@code /auth/callback/mailru}. Variables: {@code AUTH_MAILRU_ID}, {@code AUTH_MAILRU_SECRET}.
 */
public final class MailRu {
    static final Brand BRAND = Brand.of(MailRu::provider)
            .worksWithCare("the picture is in a non-standard claim and is not read")
            .note("Mail.ru sends the picture in a field of a different name, so users don't have a picture.");

    private MailRu() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("mailru", "Mail.ru")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://oauth.mail.ru/login")
                .scope("userinfo")
                .token("https://oauth.mail.ru/token")
                .userinfo("https://oauth.mail.ru/userinfo")
                .style(Style.of("#005ff9"));
    }
}
