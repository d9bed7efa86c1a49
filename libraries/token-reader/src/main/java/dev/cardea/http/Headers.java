package dev.cardea.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Header fields in order; names are compared without regard to case (RFC 9110 §5). Immutable. */
public final class Headers {
    /** One field line. */
    public record Field(String name, String value) {
        public Field {
            if (hasControls(name) || hasControls(value)) {
                throw new IllegalArgumentException("a header may not contain line breaks or control characters");
            }
        }

        private static boolean hasControls(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if ((c < 0x20 && c != '\t') || c == 0x7f) return true;
            }
            return false;
        }
    }

    public static final Headers NONE = new Headers(List.of());

    private final List<Field> fields;

    private Headers(List<Field> fields) {
        this.fields = fields;
    }

    public static Headers of(List<Field> fields) {
        return fields.isEmpty() ? NONE : new Headers(List.copyOf(fields));
    }

    public static Headers of(String name, String value) {
        return NONE.with(name, value);
    }

    public List<Field> fields() {
        return fields;
    }

    /** Returns a copy with one more field line. */
    public Headers with(String name, String value) {
        var all = fields.toArray(new Field[fields.size() + 1]);
        all[fields.size()] = new Field(name, value);
        return new Headers(List.of(all));
    }

    /** Returns a copy in which the name has exactly this value. */
    public Headers set(String name, String value) {
        return without(name).with(name, value);
    }

    public Headers without(String name) {
        if (!has(name)) return this;
        return of(fields.stream().filter(f -> !f.name.equalsIgnoreCase(name)).toList());
    }

    /** Returns each name once, spelled as in its first line. */
    public List<String> names() {
        var names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        return fields.stream().map(Field::name).filter(names::add).toList();
    }

    public boolean has(String name) {
        for (var field : fields) if (field.name.equalsIgnoreCase(name)) return true;
        return false;
    }

    public Optional<String> first(String name) {
        for (var field : fields) if (field.name.equalsIgnoreCase(name)) return Optional.of(field.value);
        return Optional.empty();
    }

    public List<String> all(String name) {
        if (!has(name)) return List.of();
        var values = new ArrayList<String>(1);
        for (var field : fields) if (field.name.equalsIgnoreCase(name)) values.add(field.value);
        return List.copyOf(values);
    }

    /**
     * Returns all values of a name as one, joined by a comma, or by a semicolon for cookies (RFC 9110 §5.3,
     * RFC 9113 §8.2.3).
     */
    public Optional<String> joined(String name) {
        var values = all(name);
        if (values.size() <= 1) return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
        return Optional.of(String.join(name.toLowerCase(Locale.ROOT).equals("cookie") ? "; " : ", ", values));
    }

    /** Prints the names only, because values may be secrets. */
    @Override
    public String toString() {
        return "Headers" + fields.stream().map(Field::name).toList();
    }
}
