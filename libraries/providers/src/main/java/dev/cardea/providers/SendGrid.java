package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import java.util.List;

/**
 * Sends sign-in links with Twilio SendGrid.
 *
 * <p>Verify a sender or a domain, then create an API key with the permission Mail Send at
 * https://app.sendgrid.com/settings/api_keys.
 *
 * <p>Variable: {@code AUTH_SENDGRID_KEY}.
 */
public final class SendGrid {
    static final Brand BRAND = Brand.of(SendGrid::provider)
            .note("You can use a sender such as `Name <login@mail.example>`. Cardea sends name and address "
                    + "separately, because SendGrid requires that.");

    private SendGrid() {}

    public static EmailProvider provider() {
        return sender().provider("sendgrid");
    }

    public static MailService sender() {
        return MailService.of("SendGrid", SendGrid::message);
    }

    private static Request message(MailService.Mail mail) {
        var to = Claims.of("to", List.of(Claims.of("email", mail.to())));
        var body = Claims.of("personalizations", List.of(to))
                .with("from", mail.mailbox().as("email", "name"))
                .with("subject", mail.subject())
                .with("content", List.of(part("text/plain", mail.text()), part("text/html", mail.html())));
        return Request.post("https://api.sendgrid.com/v3/mail/send", "application/json", body.toJson())
                .header("authorization", "Bearer " + mail.key());
    }

    private static Claims part(String type, String value) {
        return Claims.of("type", type).with("value", value);
    }
}
