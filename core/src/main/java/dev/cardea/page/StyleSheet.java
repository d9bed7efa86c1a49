package dev.cardea.page;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.text.Colors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** The one style sheet of a page, and its hash. Only colours that were checked get into it. */
final class StyleSheet {
    private static final String BASE = load();

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

    /** As a content security policy names it. */
    static String hash(String style) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String load() {
        try (var in = Objects.requireNonNull(StyleSheet.class.getResourceAsStream("pages.css"), "pages.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
