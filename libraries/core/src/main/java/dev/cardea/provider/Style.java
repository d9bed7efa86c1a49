package dev.cardea.provider;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the button of the provider looks (Auth.js: {@code style}). It shows the logo, or else the mark, or else the first
 * letter of the provider's name on its color.
 *
 * @param brandColor a CSS color
 * @param logo an https or data URL, or a path on this site
 * @param mark the path of an SVG with the view box {@code 0 0 24 24}, drawn in black on a light page and in white on a
 *     dark one
 */
public record Style(
        @Nullable String brandColor,
        @Nullable String logo,
        @Nullable String mark) {
    private static final Pattern PATH = Pattern.compile("[MmZzLlHhVvCcSsQqTtAa0-9eE ,.+-]+");

    public static final Style NONE = new Style(null, null);

    /** @throws ConfigurationException if the mark isn't a path */
    public Style {
        if (mark != null && !PATH.matcher(mark).matches()) {
            throw new ConfigurationException(
                    ErrorType.INVALID_CONFIGURATION, "style.mark must be the d attribute of an SVG path");
        }
    }

    /** Creates a style without a mark. */
    public Style(@Nullable String brandColor, @Nullable String logo) {
        this(brandColor, logo, null);
    }

    /** Creates a style without a logo: the button shows the first letter of the provider's name on its color. */
    public static Style of(String brandColor) {
        return new Style(brandColor, null);
    }

    /** Sets the mark of the brand, in one color; read the brand's guidelines first. */
    public Style mark(String path) {
        return new Style(brandColor, logo, path);
    }
}
