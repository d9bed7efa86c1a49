package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import java.time.Clock;
import java.util.List;

/**
 * Sends sign-in links with Amazon SES, API version 2.
 *
 * <p>Verify a domain at https://console.aws.amazon.com/ses, leave the sandbox, and give an IAM user the permission
 * ses:SendEmail. Variable: {@code AUTH_SES_KEY}: {@code {access key id}:{secret access key}}, with a colon between
 * them. The option {@code region} is where the domain was verified, such as {@code eu-central-1}.
 */
public final class AmazonSes {
    static final Brand BRAND = Brand.of(
                    options -> provider(options.get("region")),
                    Option.needed("region", "where the sending domain was verified, such as eu-central-1"))
            .note("Requests are signed (Signature Version 4). For keys that expire after hours, such as those of a "
                    + "role, use Amazon's own SDK in your own sender.");

    private AmazonSes() {}

    public static EmailProvider provider(String region) {
        return sender(region).provider("ses");
    }

    public static MailService sender(String region) {
        return sender(region, Clock.systemUTC());
    }

    static MailService sender(String region, Clock clock) {
        if (!region.matches("[a-z0-9-]+|\\{region}"))
            throw new IllegalArgumentException("the option region must be a region of Amazon");
        return MailService.of("Amazon SES", mail -> message(mail, region, clock));
    }

    private static Request message(MailService.Mail mail, String region, Clock clock) {
        mail.mailbox();
        var content = Claims.of("Subject", text(mail.subject()))
                .with("Body", Claims.of("Text", text(mail.text())).with("Html", text(mail.html())));
        var body = Claims.of("FromEmailAddress", mail.from())
                .with("Destination", Claims.of("ToAddresses", List.of(mail.to())))
                .with("Content", Claims.of("Simple", content));
        var url = "https://email." + region + ".amazonaws.com" + (region.startsWith("cn-") ? ".cn" : "")
                + "/v2/email/outbound-emails";
        int colon = mail.key().indexOf(':');
        if (colon < 0) throw new IllegalArgumentException("apiKey must be {access key id}:{secret access key}");
        return new AwsSignature(
                        region,
                        "ses",
                        mail.key().substring(0, colon),
                        mail.key().substring(colon + 1))
                .on(Request.post(url, "application/json", body.toJson()), clock.instant());
    }

    private static Claims text(String data) {
        return Claims.of("Data", data).with("Charset", "UTF-8");
    }
}
