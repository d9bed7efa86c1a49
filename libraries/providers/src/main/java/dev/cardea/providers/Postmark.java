package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;

/**
 * Sends sign-in links with Postmark.
 *
 * <p>Verify a domain or a sender signature, then open a server at https://account.postmarkapp.com/servers and copy its
 * server API token.
 *
 * <p>Emails use the message stream {@code outbound}.
 *
 * <p>Variable: {@code AUTH_POSTMARK_KEY}.
 */
public final class Postmark {
    static final Brand BRAND = Brand.of(Postmark::provider);

    private Postmark() {}

    public static EmailProvider provider() {
        return sender().provider("postmark");
    }

    public static MailService sender() {
        return MailService.of("Postmark", Postmark::message);
    }

    private static Request message(MailService.Mail mail) {
        mail.mailbox();
        var body = Claims.of("From", mail.from())
                .with("To", mail.to())
                .with("Subject", mail.subject())
                .with("TextBody", mail.text())
                .with("HtmlBody", mail.html())
                .with("MessageStream", "outbound");
        return Request.post("https://api.postmarkapp.com/email", "application/json", body.toJson())
                .header("accept", "application/json")
                .header("x-postmark-server-token", mail.key());
    }
}
