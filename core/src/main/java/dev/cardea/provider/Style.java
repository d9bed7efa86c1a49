package dev.cardea.provider;

import org.jspecify.annotations.Nullable;

/**
 * How the provider's button looks (interface: {@code style}).
 *
 * @param brandColor a CSS colour
 * @param logo an https or data URL, or a path on this site
 */
public record Style(@Nullable String brandColor, @Nullable String logo) {
    public static final Style NONE = new Style(null, null);

    /** A brand's colour; the button shows the first letter of its name on it. */
    public static Style of(String brandColor) {
        return new Style(brandColor, null);
    }
}
