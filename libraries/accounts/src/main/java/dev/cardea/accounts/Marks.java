package dev.cardea.accounts;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Theme;
import java.util.Locale;

/** The pictures in front of what a page lists. They say nothing that the text next to them doesn't. */
final class Marks {
    static final String COMPUTER = icon(
            "M5 4h14a2 2 0 0 1 2 2v9H3V6a2 2 0 0 1 2-2zm0 2v7h14V6zM1 17h22v1a2 2 0 0 1-2 2H3" + "a2 2 0 0 1-2-2z");
    static final String PHONE =
            icon("M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm0 2v13h8V4z"
                    + "m3 14.5V20h2v-1.5z");
    static final String KEY = icon(
            "M7 7a5 5 0 1 0 4.6 7H14v3h3v-3h5v-4H11.6A5 5 0 0 0 7 7zm0 3.5a1.5 1.5 0 1 1 0 3 1.5 " + "1.5 0 0 1 0-3z");

    private Marks() {}

    /** Returns the logo, the mark or the first letter of a provider, as its button on the sign-in page. */
    static String of(OAuthProvider provider) {
        var logo = provider.style().logo();
        if (logo != null && Theme.isImage(logo)) {
            return "<img src=\"" + Html.escape(logo) + "\" alt=\"\" height=\"24\" class=\"provider-logo\">";
        }
        var mark = provider.style().mark();
        return mark == null ? monogram(provider.name()) : svg("mark", mark);
    }

    /** Returns the first letter of a name. */
    static String monogram(String name) {
        return letter("monogram", name);
    }

    /** Returns the first letter of a user's name, in place of a picture. */
    static String person(String name) {
        return letter("monogram person", name);
    }

    private static String letter(String style, String name) {
        var letter = name.isEmpty() ? "•" : new String(Character.toChars(name.codePointAt(0)));
        return "<span class=\"" + style + "\" data-letter=\"" + Html.escape(letter.toUpperCase(Locale.ROOT))
                + "\" aria-hidden=\"true\"></span>";
    }

    private static String icon(String path) {
        return svg("mark icon", path);
    }

    private static String svg(String style, String path) {
        return "<svg class=\"" + style + "\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"" + Html.escape(path)
                + "\"/></svg>";
    }
}
