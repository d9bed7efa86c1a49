package dev.cardea.text;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts of pages and emails: English and German, changed or extended by the application. Immutable.
 *
 * <pre>{@code
 * Texts.DEFAULT.override(Locale.FRENCH, Map.of("signin.title", "Connexion"))
 * }</pre>
 *
 * <p>A key that a language lacks is read in English. {@code {0}} is replaced by the value of a text. In a language that
 * is written from right to left the value is isolated, so that an email address in it keeps its order.
 */
public final class Texts {
    public static final Texts DEFAULT = builtIn();

    /** Languages whose usual script is written from right to left, and such scripts (ISO 639, ISO 15924). */
    private static final Set<String> RIGHT_TO_LEFT = Set.of(
            "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "prs",
            "ps", "sd", "syr", "ug", "ur", "yi", "Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc",
            "Thaa");

    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';

    private final Map<String, Map<String, String>> byLanguage;

    private Texts(Map<String, Map<String, String>> byLanguage) {
        this.byLanguage = Map.copyOf(byLanguage);
    }

    /** Returns a copy with these texts in a language, which can be a new one. */
    public Texts override(Locale locale, Map<String, String> texts) {
        var all = new LinkedHashMap<>(byLanguage);
        var merged = new LinkedHashMap<>(all.getOrDefault(locale.getLanguage(), Map.of()));
        merged.putAll(texts);
        all.put(locale.getLanguage(), Map.copyOf(merged));
        return new Texts(all);
    }

    /**
     * Returns a copy with these texts where a language lacks them, for a module. A language that is not here yet is not
     * added, because the built-in pages would have no other text in it.
     */
    public Texts withDefaults(Locale locale, Map<String, String> texts) {
        var known = byLanguage.get(locale.getLanguage());
        if (known == null) return this;
        var missing = new LinkedHashMap<>(texts);
        missing.keySet().removeAll(known.keySet());
        return override(locale, missing);
    }

    /** Returns the best language for an {@code Accept-Language} header (RFC 4647 §3.4); English if none fits. */
    public Locale locale(@Nullable String acceptLanguage) {
        if (acceptLanguage == null || acceptLanguage.isBlank() || acceptLanguage.length() > 1000) return Locale.ENGLISH;
        try {
            var ranges = Locale.LanguageRange.parse(acceptLanguage);
            var known = byLanguage.keySet().stream().map(Locale::forLanguageTag).toList();
            return Objects.requireNonNullElse(Locale.lookup(ranges, known), Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            return Locale.ENGLISH;
        }
    }

    /** Returns a text, or the key itself if no language has it. */
    public String get(Locale locale, String key) {
        var text = byLanguage.getOrDefault(locale.getLanguage(), Map.of()).get(key);
        return text != null ? text : english().getOrDefault(key, key);
    }

    public String get(Locale locale, String key, String value) {
        boolean isIsolated = direction(locale).equals("rtl");
        return get(locale, key)
                .replace("{0}", isIsolated ? FIRST_STRONG_ISOLATE + value + POP_DIRECTIONAL_ISOLATE : value);
    }

    /** Returns the direction of a language for the attribute {@code dir} of HTML: {@code rtl} or {@code ltr}. */
    public static String direction(Locale locale) {
        var script = locale.getScript();
        return RIGHT_TO_LEFT.contains(script.isEmpty() ? locale.getLanguage() : script) ? "rtl" : "ltr";
    }

    public boolean has(String key) {
        return english().containsKey(key);
    }

    private Map<String, String> english() {
        return byLanguage.getOrDefault("en", Map.of());
    }

    private static Texts builtIn() {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (var language : List.of("en", "de")) all.put(language, load(language));
        return new Texts(all);
    }

    private static Map<String, String> load(String language) {
        var name = "texts_" + language + ".properties";
        try (var in = Objects.requireNonNull(Texts.class.getResourceAsStream(name), name);
                var reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            var properties = new Properties();
            properties.load(reader);
            var texts = new LinkedHashMap<String, String>();
            for (var key : properties.stringPropertyNames()) texts.put(key, properties.getProperty(key));
            return Map.copyOf(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
