package dev.cardea.internal.page;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.text.Colors;
import java.util.List;

/** The one style sheet of a page. It contains only colours that were validated. */
final class StyleSheet {
    private static final String BASE = Inline.load("pages.css");

    private StyleSheet() {}

    static String of(Theme theme, List<Provider> providers) {
        var out = new StringBuilder(BASE);
        out.append(":root{--brand-color:").append(Colors.brand(theme));
        out.append(";--button-text-color:").append(Colors.buttonText(theme)).append("}");
        for (int i = 0; i < providers.size(); i++) {
            if (providers.get(i) instanceof OAuthProvider oauth
                    && Theme.isColor(oauth.style().brandColor())) {
                var color = String.valueOf(oauth.style().brandColor());
                out.append(".provider-")
                        .append(i)
                        .append("{--provider-brand-color:")
                        .append(color);
                out.append(";--provider-text-color:").append(Colors.on(color)).append("}");
            }
        }
        return out.toString();
    }
}
