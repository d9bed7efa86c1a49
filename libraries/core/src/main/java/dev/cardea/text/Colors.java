package dev.cardea.text;

import dev.cardea.provider.Theme;
import java.util.regex.Pattern;

/** Chooses readable text for the color of a site (WCAG 2.2 §1.4.3). */
public final class Colors {
    private static final Pattern HEX = Pattern.compile("#[0-9a-fA-F]{6}");
    private static final Pattern SHORT = Pattern.compile("^#([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])$");
    private static final String DARK = "#111418";
    private static final String LIGHT = "#ffffff";

    private Colors() {}

    /** Returns the color of the theme, or the default. */
    public static String brand(Theme theme) {
        return theme.brandColor().isEmpty() ? "#2f5bea" : theme.brandColor();
    }

    /** Returns the theme's button text, or black or white, whichever is easier to read on the theme's color. */
    public static String buttonText(Theme theme) {
        return theme.buttonText().isEmpty() ? on(brand(theme)) : theme.buttonText();
    }

    /**
     * Returns near-black or white, whichever has more contrast. Colours that are not hexadecimal are treated as dark.
     */
    public static String on(String color) {
        var hex = SHORT.matcher(color).replaceFirst("#$1$1$2$2$3$3");
        return HEX.matcher(hex).matches() && luminance(hex) > 0.36 ? DARK : LIGHT;
    }

    private static double luminance(String hex) {
        return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
    }

    private static double channel(String hex, int at) {
        double value = Integer.parseInt(hex.substring(at, at + 2), 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
