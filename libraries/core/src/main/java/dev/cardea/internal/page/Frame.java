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
        @Nullable String script) {}
