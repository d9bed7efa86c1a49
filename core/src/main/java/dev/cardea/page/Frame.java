package dev.cardea.page;

import org.jspecify.annotations.Nullable;

/**
 * What all pages share.
 *
 * @param language of the words
 * @param colorScheme of the theme
 * @param logo of the theme; empty for none
 * @param style the style sheet, which the page's policy knows by its hash
 * @param script as the style sheet; {@code null} for the many pages that need none
 */
public record Frame(
        String language,
        String title,
        String colorScheme,
        String logo,
        String style,
        @Nullable String script) {}
