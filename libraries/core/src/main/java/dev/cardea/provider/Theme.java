package dev.cardea.provider;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The look of built-in pages and emails (Auth.js: {@code theme}). Values are validated, so they are safe in a style
 * sheet and in an attribute.
 *
 * @param colorScheme {@code auto}, {@code light} or {@code dark}
 * @param logo an https or data:image URL, or a path on this site; empty for none
 * @param brandColor a CSS color: hex, a name, or rgb()/hsl(); empty for the default
 * @param buttonText a CSS color; empty for the default
 */
public record Theme(String colorScheme, String logo, String brandColor, String buttonText) {
    public static final Theme DEFAULT = new Theme("auto", "", "", "");

    private static final Pattern COLOR = Pattern.compile(
            "#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,24}|(?:rgb|rgba|hsl|hsla)\\([0-9.,%/ deg]{1,40}\\)");
    private static final Pattern DATA_IMAGE =
            Pattern.compile("data:image/(?:png|gif|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+");

    public Theme {
        if (!colorScheme.equals("auto") && !colorScheme.equals("light") && !colorScheme.equals("dark")) {
            throw wrong("colorScheme", "auto, light or dark");
        }
        if (!logo.isEmpty() && !isImage(logo)) throw wrong("logo", "an https URL, a data:image URL or a path");
        if (!brandColor.isEmpty() && !isColor(brandColor)) throw wrong("brandColor", "a CSS colour such as #346df1");
        if (!buttonText.isEmpty() && !isColor(buttonText)) throw wrong("buttonText", "a CSS colour such as #fff");
    }

    /** Sets {@code light}, {@code dark} or {@code auto}, which follows the browser. */
    public Theme colorScheme(String scheme) {
        return new Theme(scheme, logo, brandColor, buttonText);
    }

    /** Sets the URL of the logo above the sign-in form. */
    public Theme logo(String url) {
        return new Theme(colorScheme, url, brandColor, buttonText);
    }

    /** Sets the color of the main button. */
    public Theme brandColor(String color) {
        return new Theme(colorScheme, logo, color, buttonText);
    }

    /** Sets the color of the text on the main button. */
    public Theme buttonText(String color) {
        return new Theme(colorScheme, logo, brandColor, color);
    }

    public static boolean isColor(@Nullable String text) {
        return text != null && COLOR.matcher(text).matches();
    }

    public static boolean isImage(@Nullable String text) {
        if (text == null || !WebUrl.isSafe(text)) return false;
        if (text.startsWith("/") && !text.startsWith("//")) return true;
        return DATA_IMAGE.matcher(text).matches()
                || WebUrl.parse(text)
                        .filter(url -> url.isHttps() || url.isLoopback())
                        .isPresent();
    }

    private static ConfigurationException wrong(String key, String wanted) {
        return new ConfigurationException(ErrorType.INVALID_CONFIGURATION, "theme." + key + " must be " + wanted);
    }
}
