package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * Sends sign-in links with Mailjet.
 *
 * <p>Verify your domain or sender address. The key consists of both keys from
 * https://app.mailjet.com/account/apikeys, joined with a colon: {@code {API key}:{secret key}}.
 *
 * <p>Variable: {@code AUTH_MAILJET_KEY}.
 */
public final class Mailjet {
    static final Brand BRAND = Brand.of(Mailjet::provider);

    private Mailjet() {}

    public static EmailProvider provider() {
        return sender().provider("mailjet");
    }

    public static MailService sender() {
        return MailService.of("Mailjet", Mailjet::message);
    }

    private static Request message(MailService.Mail mail) {
        if (!mail.key().contains(":")) throw new IllegalArgumentException("apiKey must be {API key}:{secret key}");
        var message = Claims.of("From", mail.mailbox().as("Email", "Name"))
                .with("To", List.of(Claims.of("Email", mail.to())))
                .with("Subject", mail.subject())
                .with("TextPart", mail.text())
                .with("HTMLPart", mail.html());
        var body = Claims.of("Messages", List.of(message));
        var login = Base64.getEncoder().encodeToString(mail.key().getBytes(StandardCharsets.UTF_8));
        return Request.post("https://api.mailjet.com/v3.1/send", "application/json", body.toJson())
                .header("authorization", "Basic " + login);
    }
}
