package dev.cardea.examples.guides;

// sample
import dev.cardea.text.Texts;
import java.util.Locale;
import java.util.Map;

/** Your own words in the built-in email. */
public final class MailTexts {
    private MailTexts() {}

    public static Texts texts() {
        var words = Map.of(
                "mail.subject", "Your Acme link",
                "mail.button", "Open Acme",
                "mail.ignore", "Not you? You can ignore this email.");
        return Texts.DEFAULT.override(Locale.ENGLISH, words);
    }
}
// end
