package dev.cardea.page;

/**
 * What all pages share.
 *
 * @param language of the words
 * @param colorScheme of the theme
 * @param logo of the theme; empty for none
 * @param style the style sheet, which the page's policy knows by its hash
 */
public record Frame(String language, String title, String colorScheme, String logo, String style) {}
