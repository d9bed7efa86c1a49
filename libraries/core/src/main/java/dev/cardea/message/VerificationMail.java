package dev.cardea.message;

import dev.cardea.internal.page.templates.JtemailGenerated;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.text.Colors;
import dev.cardea.text.Texts;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Locale;

/**
 * The sign-in email. It does not contain the recipient's address, and the host is broken up so that email programs
 * don't turn it into a link.
 *
 * @param subject one line
 * @param text plain
 * @param html for mail programs
 */
public record VerificationMail(String subject, String text, String html) {
    /** Creates the email for a request, in a language. */
    public static VerificationMail of(VerificationRequest request, Texts texts, Locale locale) {
        var subject = texts.get(locale, "mail.subject", request.siteName());
        var text = subject + "\n" + request.url() + "\n\n";
        return new VerificationMail(subject, text, html(request, texts, locale));
    }

    private static String html(VerificationRequest request, Texts texts, Locale locale) {
        var output = new StringOutput();
        JtemailGenerated.render(
                new OwaspHtmlTemplateOutput(output),
                null,
                locale.toLanguageTag(),
                Texts.direction(locale),
                texts.get(locale, "mail.subject", request.siteName().replace(".", "\u200B.")),
                request.url(),
                texts.get(locale, "mail.button"),
                texts.get(locale, "mail.ignore"),
                Colors.brand(request.theme()),
                Colors.buttonText(request.theme()));
        return output.toString();
    }
}
