package dev.cardea.examples.guides;

// sample
import dev.cardea.provider.Theme;

/** The colours and the logo of Acme on all built-in pages and in emails. */
public final class AcmeTheme {
    private AcmeTheme() {}

    public static Theme theme() {
        return Theme.DEFAULT.logo("/static/acme.svg").brandColor("#0f5132").buttonText("#ffffff");
    }
}
// end
