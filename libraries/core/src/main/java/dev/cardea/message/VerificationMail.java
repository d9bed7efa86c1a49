package dev.cardea.message;

import dev.cardea.internal.page.templates.message.JtemailGenerated;
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
        var text = subject + "\n" + (hasCode(request) ? code(request, texts, locale) : "") + request.url() + "\n\n";
        if (hasCode(request)) text += texts.get(locale, "mail.code.warning") + "\n";
        return new VerificationMail(subject, text, html(request, texts, locale));
    }

    private static boolean hasCode(VerificationRequest request) {
        return request.provider().codes();
    }

    private static String code(VerificationRequest request, Texts texts, Locale locale) {
        return "\n" + texts.get(locale, "mail.code") + "\n" + request.token() + "\n\n"
                + texts.get(locale, "mail.code.link") + "\n";
    }

    private static String html(VerificationRequest request, Texts texts, Locale locale) {
        var output = new StringOutput();
        JtemailGenerated.render(
                new OwaspHtmlTemplateOutput(output),
                null,
                locale.toLanguageTag(),
                Texts.direction(locale),
                texts.get(locale, "mail.subject", request.siteName().replace(".", "\u200B.")),
                hasCode(request) ? request.token() : null,
                texts.get(locale, "mail.code"),
                texts.get(locale, "mail.code.link"),
                request.url(),
                texts.get(locale, "mail.button"),
                texts.get(locale, hasCode(request) ? "mail.code.warning" : "mail.ignore"),
                Colors.brand(request.theme()),
                Colors.buttonText(request.theme()));
        return output.toString();
    }
}
