package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;

/**
 * Sends sign-in links with Resend.
 *
 * <p>Verify your domain, then create an API key with sending access at https://resend.com/api-keys. The sender
 * ({@code from}) must be an address at that domain.
 *
 * <p>Variable: {@code AUTH_RESEND_KEY}.
 */
public final class Resend {
    static final Brand BRAND = Brand.of(Resend::provider);

    private Resend() {}

    public static EmailProvider provider() {
        return sender().provider("resend");
    }

    public static MailService sender() {
        return MailService.of("Resend", Resend::message);
    }

    private static Request message(MailService.Mail mail) {
        mail.mailbox();
        var body = Claims.of("from", mail.from())
                .with("to", mail.to())
                .with("subject", mail.subject())
                .with("html", mail.html())
                .with("text", mail.text());
        return Request.post("https://api.resend.com/emails", "application/json", body.toJson())
                .header("authorization", "Bearer " + mail.key());
    }
}
