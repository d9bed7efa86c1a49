package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.PagesOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.provider.Theme;
import java.util.function.BiFunction;

/** The groups {@code pages} and {@code theme}. */
final class PageKeys {
    static final Key PAGES = Key.group(
            "pages",
            "Your own pages instead of the built-in ones, and what the built-in ones show.",
            Key.text("signIn", null, "Where visitors sign in."),
            Key.text("signOut", null, "Where users sign out."),
            Key.text("error", null, "Where errors are shown."),
            Key.text("verifyRequest", null, "The page a visitor sees after a sign-in email was sent."),
            Key.text("newUser", null, "Where a user goes after the first sign-in."),
            Key.flag(
                    "codeButton",
                    "true",
                    "Whether the built-in sign-in page offers a sign-in email next to a password."));

    static final Key THEME = Key.group(
            "theme",
            "The look of the built-in pages.",
            Key.text("colorScheme", "auto", "auto, light or dark."),
            Key.text("logo", null, "The URL of a picture."),
            Key.text("brandColor", null, "The color of the main button."),
            Key.text("buttonText", null, "The color of the text on the main button."));

    private PageKeys() {}

    static void read(Section file, AuthConfig.Builder config) {
        file.section("pages", section -> pages(section, config));
        file.section("theme", section -> theme(section, config));
    }

    private static void pages(Section section, AuthConfig.Builder config) {
        config.pages(new PagesOptions(
                section.text("signIn").orElse(null),
                section.text("signOut").orElse(null),
                section.text("error").orElse(null),
                section.text("verifyRequest").orElse(null),
                section.text("newUser").orElse(null),
                section.flag("codeButton").orElse(true)));
    }

    private static void theme(Section section, AuthConfig.Builder config) {
        var theme = Theme.DEFAULT;
        theme = look(section, "colorScheme", theme, Theme::colorScheme);
        theme = look(section, "logo", theme, Theme::logo);
        theme = look(section, "brandColor", theme, Theme::brandColor);
        theme = look(section, "buttonText", theme, Theme::buttonText);
        config.theme(theme);
    }

    private static Theme look(Section section, String key, Theme theme, BiFunction<Theme, String, Theme> change) {
        var text = section.text(key);
        if (text.isEmpty()) return theme;
        try {
            return change.apply(theme, text.get());
        } catch (ConfigurationException e) {
            section.source().findings().add(section.lineOf(key), String.valueOf(e.getMessage()));
            return theme;
        }
    }
}
