package dev.cardea.accounts;

import dev.cardea.text.Texts;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** The module's texts, in the languages of the built-in pages. */
final class AccountTexts {
    static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.GERMAN);

    private static final Map<String, String> ENGLISH = read(Locale.ENGLISH);

    private AccountTexts() {}

    /** Returns whether this is the code of an error that the pages explain. */
    static boolean hasMessage(String code) {
        return ENGLISH.containsKey("message." + code);
    }

    static boolean has(String key) {
        return ENGLISH.containsKey(key);
    }

    /** Adds the texts that the application has not set. */
    static Texts addTo(Texts texts) {
        var all = texts;
        for (var language : LANGUAGES) all = all.withDefaults(language, read(language));
        return all;
    }

    static Map<String, String> read(Locale language) {
        var name = "texts_" + language.getLanguage() + ".properties";
        var found = Objects.requireNonNull(AccountTexts.class.getResourceAsStream(name), name);
        try (var reader = new InputStreamReader(found, StandardCharsets.UTF_8)) {
            var properties = new Properties();
            properties.load(reader);
            var texts = new HashMap<String, String>();
            for (var key : properties.stringPropertyNames()) texts.put(key, properties.getProperty(key));
            return Map.copyOf(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
