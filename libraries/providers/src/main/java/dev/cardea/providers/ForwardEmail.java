package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Sends sign-in links with Forward Email.
 *
 * <p>Verify your domain, turn on outbound SMTP for it, and create an API token at
 * https://forwardemail.net/my-account/security.
 *
 * <p>Variable: {@code AUTH_FORWARDEMAIL_KEY}.
 */
public final class ForwardEmail {
    static final Brand BRAND = Brand.of(ForwardEmail::provider);

    private ForwardEmail() {}

    public static EmailProvider provider() {
        return sender().provider("forwardemail");
    }

    public static MailService sender() {
        return MailService.of("Forward Email", ForwardEmail::message);
    }

    private static Request message(MailService.Mail mail) {
        mail.mailbox();
        var body = Claims.of("from", mail.from())
                .with("to", mail.to())
                .with("subject", mail.subject())
                .with("html", mail.html())
                .with("text", mail.text());
        var login = Base64.getEncoder().encodeToString((mail.key() + ":").getBytes(StandardCharsets.UTF_8));
        return Request.post("https://api.forwardemail.net/v1/emails", "application/json", body.toJson())
                .header("authorization", "Basic " + login);
    }
}
