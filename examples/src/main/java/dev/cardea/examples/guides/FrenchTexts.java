package dev.cardea.examples.guides;

// sample
import dev.cardea.text.Texts;
import java.io.IOException;
import java.io.Reader;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Adds French to the pages and emails, from a file of properties. */
public final class FrenchTexts {
    private FrenchTexts() {}

    public static Texts of(Reader file) throws IOException {
        var properties = new Properties();
        properties.load(file);
        Map<String, String> texts = properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(key -> key, properties::getProperty));
        return Texts.DEFAULT.override(Locale.FRENCH, texts);
    }
}
// end
