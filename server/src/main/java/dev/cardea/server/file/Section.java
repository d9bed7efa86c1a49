package dev.cardea.server.file;

import dev.cardea.server.text.DidYouMean;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A group of keys, read by what each is for. What is asked for is known; {@link #end} reports the rest. A value of the
 * wrong type is reported and reads as absent.
 */
final class Section {
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,15}");

    private final Source source;
    private final String path;
    private final Item.Table table;
    private final Set<String> known = new LinkedHashSet<>();

    Section(Source source, String path, Item.Table table) {
        this.source = source;
        this.path = path;
        this.table = table;
    }

    Source source() {
        return source;
    }

    /** Its key in the file, such as {@code providers.acme}; empty for the file itself. */
    String path() {
        return path;
    }

    int line() {
        return table.line();
    }

    Set<String> keys() {
        return table.entries().keySet();
    }

    /** The raw value; {@code null} where it is absent or null. */
    @Nullable Item item(String key) {
        known.add(key);
        source.ask(full(key));
        var entry = table.entries().get(key);
        if (entry == null || isNothing(entry.value())) return null;
        source.remember(full(key), entry.line());
        return isBroken(key, entry.value()) ? null : entry.value();
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(item(key)).map(item -> textOf(key, item));
    }

    /** A single value as it is written, whatever it looks like. */
    Optional<String> word(String key) {
        var item = item(key);
        if (item instanceof Item.Scalar scalar) return Optional.of(scalar.text());
        if (item != null) wrongType(key, item, "a single value");
        return Optional.empty();
    }

    /** A text, or {@code {file: PATH}}. */
    Optional<String> secret(String key) {
        return Optional.ofNullable(item(key)).map(item -> secretOf(key, item));
    }

    /** One secret text, or a list of them. */
    List<String> secrets(String key) {
        var item = item(key);
        if (item instanceof Item.Listing) return list(key, each -> secretOf(key, each));
        return item == null
                ? List.of()
                : Optional.ofNullable(secretOf(key, item)).stream().toList();
    }

    Optional<Boolean> flag(String key) {
        return Optional.ofNullable(item(key)).map(item -> flagOf(key, item));
    }

    /** Whether a group is switched off by {@code false} or {@code off} as its value. */
    boolean isOff(String key) {
        return Boolean.FALSE.equals(flagOf(item(key)));
    }

    /** The words {@code on} and {@code off} are flags too, as in YAML 1.1; today's YAML reads them as texts. */
    private static @Nullable Boolean flagOf(@Nullable Item item) {
        if (!(item instanceof Item.Scalar scalar)) return null;
        var word = scalar.text();
        boolean isText = scalar.type() == Item.Kind.TEXT;
        if (isText ? word.equals("on") : word.equalsIgnoreCase("true")) return true;
        return (isText ? word.equals("off") : word.equalsIgnoreCase("false")) ? false : null;
    }

    /** A whole number within the bounds of its declaration. */
    Optional<Long> number(Key key) {
        var bounds = key.shape(Key.Shape.Number.class).orElseThrow();
        return Optional.ofNullable(item(key.name()))
                .map(item -> numberOf(key.name(), item, bounds.least(), bounds.most()));
    }

    List<String> texts(String key) {
        return list(key, item -> textOf(key, item));
    }

    <T> List<T> list(String key, Function<Item, @Nullable T> read) {
        var item = item(key);
        if (item == null) return List.of();
        if (!(item instanceof Item.Listing listing)) {
            wrongType(key, item, "a list");
            return List.of();
        }
        List<T> values = new ArrayList<>();
        for (var each : listing.items()) {
            if (isBroken(key, each)) continue;
            var value = read.apply(each);
            if (value != null) values.add(value);
        }
        return values;
    }

    /** A group of keys below this one; what the reader leaves unread in it is reported. */
    void section(String key, Consumer<Section> reader) {
        var item = item(key);
        if (item instanceof Item.Table below) {
            var section = new Section(source, full(key), below);
            reader.accept(section);
            section.end();
        } else if (item != null) {
            wrongType(key, item, "a group of keys");
        }
    }

    /** One of several words. */
    <T> Optional<T> choice(String key, Map<String, T> words) {
        return text(key).map(word -> choiceOf(key, word, lineOf(key), words));
    }

    /** Several of several words. */
    <T> List<T> choices(String key, Map<String, T> words) {
        return list(key, item -> {
            var word = textOf(key, item);
            return word == null ? null : choiceOf(key, word, item.line(), words);
        });
    }

    int lineOf(String key) {
        var entry = table.entries().get(key);
        return entry == null ? table.line() : entry.line();
    }

    /** Reports the value of a key. */
    void wrong(String key, String message) {
        tell(lineOf(key), key, message);
    }

    private void tell(int line, String key, String message) {
        source.findings().add(line, full(key), "key \"" + full(key) + "\" " + message);
    }

    /** Marks a key as known without reading it. */
    void ignore(String key) {
        known.add(key);
    }

    /** Marks all keys as known, where an error hides their meaning. */
    void ignoreRest() {
        known.addAll(table.entries().keySet());
    }

    /** Reports the keys that no reader asked for. */
    void end() {
        for (var key : table.entries().keySet()) {
            if (!known.contains(key)) wrong(key, "is unknown; " + DidYouMean.hint(key, known));
        }
    }

    @Nullable String textOf(String key, Item item) {
        if (item instanceof Item.Scalar scalar
                && (scalar.type() == Item.Kind.TEXT || scalar.type() == Item.Kind.FREE)) {
            return scalar.text();
        }
        wrongType(key, item, "a text" + (item instanceof Item.Scalar ? " (put it in quotes)" : ""));
        return null;
    }

    private @Nullable String secretOf(String key, Item item) {
        if (!(item instanceof Item.Table below)) return textOf(key, item);
        var section = new Section(source, full(key), below);
        var file = section.text("file");
        section.end();
        if (file.isEmpty()) {
            wrong(key, "must be text or {file: PATH}");
            return null;
        }
        return file.map(path -> contents(key, path)).orElse(null);
    }

    /** The contents of a file that the key names. */
    Optional<String> fileContents(String key) {
        return text(key).map(path -> contents(key, path));
    }

    private @Nullable String contents(String key, String file) {
        try {
            var text = Files.readString(source.resolve(file));
            source.read(source.resolve(file), text);
            return text.stripTrailing();
        } catch (IOException | RuntimeException e) {
            if (source.isDevelopment()) return null;
            source.findings()
                    .unreadable(
                            lineOf(key), full(key), "key \"" + full(key) + "\": the file " + file + " cannot be read");
            return null;
        }
    }

    private @Nullable Boolean flagOf(String key, Item item) {
        var flag = flagOf(item);
        if (flag == null) wrongType(key, item, "true or false");
        return flag;
    }

    private @Nullable Long numberOf(String key, Item item, long least, long most) {
        if (!(item instanceof Item.Scalar scalar)
                || scalar.type() == Item.Kind.TEXT
                || !NUMBER.matcher(scalar.text()).matches()) {
            var more = "; see: cardea config --explain " + full(key);
            tell(item.line(), key, "must be a whole number, not " + item.kind() + more);
            return null;
        }
        long number = Long.parseLong(scalar.text());
        if (number >= least && number <= most) return number;
        wrong(key, "must be " + (most == Long.MAX_VALUE ? "at least " + least : "from " + least + " to " + most));
        return null;
    }

    private <T> @Nullable T choiceOf(String key, String word, int line, Map<String, T> words) {
        var value = words.get(word);
        if (value != null) return value;
        var all = String.join(", ", words.keySet());
        var near = DidYouMean.near(word, words.keySet())
                .map(it -> "did you mean \"" + it + "\"? (" + all + ")")
                .orElse("it is one of " + all);
        tell(line, key, "cannot be \"" + word + "\"; " + near);
        return null;
    }

    void wrongType(String key, Item item, String wanted) {
        tell(item.line(), key, "must be " + wanted + ", not " + item.kind());
    }

    private String full(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Whether its error is already reported. Remembers the key, so that no error says that it is missing. */
    private boolean isBroken(String key, Item item) {
        boolean broken = item instanceof Item.Scalar scalar && scalar.type() == Item.Kind.BROKEN;
        if (broken) source.findings().know(full(key));
        return broken;
    }

    private static boolean isNothing(Item item) {
        return item instanceof Item.Scalar scalar && scalar.type() == Item.Kind.NOTHING;
    }
}
