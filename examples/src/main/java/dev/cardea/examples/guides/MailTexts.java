package dev.cardea.examples.guides;

// sample
import dev.cardea.text.Texts;
import java.util.Locale;
import java.util.Map;

/** Other words in the built-in mail. */
public final class MailTexts {
    private MailTexts() {}

    public static Texts texts() {
        return Texts.DEFAULT.override(
                Locale.ENGLISH,
                Map.of(
                        "mail.subject",
                        "Your Acme link",
                        "mail.button",
                        "Open Acme",
                        "mail.ignore",
                        "Not you? Ignore this."));
    }
}
// end
