package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.provider.EmailProvider;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Sends sign-in links with Mailgun.
 *
 * <p>Verify your domain at https://app.mailgun.com and create a sending key for it. Set the option {@code region} to
 * the region of the domain, {@code US} or {@code EU}.
 *
 * <p>Variable: {@code AUTH_MAILGUN_KEY}.
 */
public final class Mailgun {
    static final Brand BRAND = Brand.of(
                    options -> options.get("region").equals("EU") ? europe() : provider(),
                    Option.of("region", "US", "the region of the sending domain")
                            .among("US", "EU"))
            .worksWithCare("the sender is a bare address of the sending domain")
            .note("The sending domain is the part of `from` after the `@`, so `from` must be a plain email "
                    + "address. The name of the provider becomes the sender's name.");

    private Mailgun() {}

    public static EmailProvider provider() {
        return sender("api.mailgun.net").provider("mailgun");
    }

    /** Makes the provider for domains of the EU region. */
    public static EmailProvider europe() {
        return sender("api.eu.mailgun.net").provider("mailgun");
    }

    private static MailService sender(String host) {
        return MailService.of("Mailgun", mail -> message(mail, host));
    }

    private static Request message(MailService.Mail mail, String host) {
        var from = mail.mailbox();
        if (from.name() != null) throw new IllegalArgumentException("from must be a bare address");
        var fields = new LinkedHashMap<String, String>();
        fields.put("from", mail.sender() + " <" + from.address() + ">");
        fields.put("to", mail.to());
        fields.put("subject", mail.subject());
        fields.put("html", mail.html());
        fields.put("text", mail.text());
        var boundary = UUID.randomUUID().toString();
        var login = Base64.getEncoder().encodeToString(("api:" + mail.key()).getBytes(StandardCharsets.UTF_8));
        var url = "https://" + host + "/v3/" + from.domain() + "/messages";
        return Request.post(url, "multipart/form-data; boundary=" + boundary, parts(fields, boundary))
                .header("authorization", "Basic " + login);
    }

    /** RFC 7578. */
    private static String parts(Map<String, String> fields, String boundary) {
        var body = new StringBuilder();
        fields.forEach((name, value) -> body.append("--")
                .append(boundary)
                .append("\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n"));
        return body.append("--").append(boundary).append("--\r\n").toString();
    }
}
