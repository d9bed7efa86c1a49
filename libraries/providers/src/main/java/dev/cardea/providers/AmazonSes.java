package dev.cardea.providers;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import java.time.Clock;
import java.util.List;

/**
 * Sends sign-in links with Amazon SES, API version 2.
 *
 * <p>Verify your domain at https://console.aws.amazon.com/ses, request production access, and give an IAM user the
 * permission {@code ses:SendEmail}. The key is the user's access key ID and secret access key, joined with a colon:
 * {@code {access key id}:{secret access key}}. Set the option {@code region} to the region of the verified domain, for
 * example {@code eu-central-1}.
 *
 * <p>Variable: {@code AUTH_SES_KEY}.
 */
public final class AmazonSes {
    static final Brand BRAND = Brand.of(
                    options -> provider(options.get("region")),
                    Option.needed("region", "the region of the verified domain, for example eu-central-1"))
            .note("Cardea signs the requests with Signature Version 4. If your keys expire after a few "
                    + "hours, as those of a role do, send emails with your own sender and the AWS SDK.");

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
