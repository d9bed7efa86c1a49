package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * What all pages share.
 *
 * @param language of the texts
 * @param direction of the language: {@code ltr} or {@code rtl}
 * @param colorScheme of the theme
 * @param logo of the theme; empty for none
 * @param style the style sheet, which the content security policy permits by its hash
 * @param script likewise; {@code null} for the pages without a script
 */
public record Frame(
        String language,
        String direction,
        String title,
        String colorScheme,
        String logo,
        String style,
        @Nullable String script) {
    /** Adds rules to the style sheet, and sets the script. */
    Frame with(String rules, @Nullable String otherScript) {
        return new Frame(language, direction, title, colorScheme, logo, style + rules, otherScript);
    }
}
