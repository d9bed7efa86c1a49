package dev.cardea.examples.guides;

// sample
import dev.cardea.provider.Theme;

/** The colours and the logo of Acme on all built-in pages and in mails. */
public final class AcmeTheme {
    private AcmeTheme() {}

    public static Theme theme() {
        return Theme.DEFAULT
                .colorScheme("auto")
                .logo("/static/acme.svg")
                .brandColor("#0f5132")
                .buttonText("#ffffff");
    }
}
// end
