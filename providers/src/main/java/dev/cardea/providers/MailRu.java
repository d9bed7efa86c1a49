package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Mail.ru.
 *
 * <p>Create an application at https://o2.mail.ru/app. Callback address: {@code /auth/callback/mailru}. Variables:
 * {@code AUTH_MAILRU_ID}, {@code AUTH_MAILRU_SECRET}.
 */
public final class MailRu {
    static final Brand BRAND = Brand.of(MailRu::provider)
            .worksWithCare("the picture is in a non-standard claim and is not read")
            .note("The picture has a non-standard name and is not read.");

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
