package dev.cardea.provider;

import org.jspecify.annotations.Nullable;

/**
 * How the button of the provider looks (Auth.js: {@code style}).
 *
 * @param brandColor a CSS color
 * @param logo an https or data URL, or a path on this site
 */
public record Style(@Nullable String brandColor, @Nullable String logo) {
    public static final Style NONE = new Style(null, null);

    /** Creates a style without a logo: the button shows the first letter of the provider's name on its color. */
    public static Style of(String brandColor) {
        return new Style(brandColor, null);
    }
}
