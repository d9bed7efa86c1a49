package dev.cardea.server.file;

import dev.cardea.provider.Style;

/** The keys of a provider's button on the sign-in page. */
final class ButtonKeys {
    static final Key NAME = Key.text("name", null, "The label of the button.");

    static final Key STYLE = Key.group(
            "style",
            "The look of the button.",
            Key.text("brandColor", null, "The color of the button."),
            Key.text("logo", null, "The picture of the button."),
            Key.text("text", null, "Has no effect; as in Auth.js."),
            Key.text("bg", null, "Has no effect; as in Auth.js."));

    private ButtonKeys() {}

    static Style style(Section section) {
        var brand = section.text("brandColor").orElse(null);
        var logo = section.text("logo").orElse(null);
        section.text("text");
        section.text("bg");
        return new Style(brand, logo);
    }
}
