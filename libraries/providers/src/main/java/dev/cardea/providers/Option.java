package dev.cardea.providers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a provider in addition to those of every provider.
 *
 * @param name a dot in it separates a group from a key
 * @param fallback the default; {@code null} means that it has no default
 * @param needed whether the provider requires it
 * @param values the permitted values; empty permits any
 * @param means a short description
 */
public record Option(
        String name, Kind kind, @Nullable String fallback, boolean needed, List<String> values, String means) {
    /** The type in a configuration file. */
    public enum Kind {
        TEXT,
        URL,
        SECRET,
        NUMBER,
        FLAG
    }

    public Option {
        values = List.copyOf(values);
    }

    static Option needed(String name, String means) {
        return new Option(name, Kind.TEXT, null, true, List.of(), means);
    }

    static Option of(String name, @Nullable String fallback, String means) {
        return new Option(name, Kind.TEXT, fallback, false, List.of(), means);
    }

    Option as(Kind other) {
        return new Option(name, other, fallback, needed, values, means);
    }

    Option among(String... some) {
        return new Option(name, kind, fallback, needed, List.of(some), means);
    }

    /** Returns the placeholder in an example, such as {@code {tenantId}}. */
    public String placeholder() {
        return "{" + name.substring(name.lastIndexOf('.') + 1) + "}";
    }

    /** @throws IllegalArgumentException if the value is not permitted; a secret is not repeated in the message */
    void require(String value) {
        if (value.equals(placeholder())) return;
        if (!values.isEmpty() && !values.contains(value)) throw wrong("must be " + alternatives());
        if (kind == Kind.NUMBER && !value.matches("[0-9]{1,9}")) throw wrong("must be a whole number");
        if (kind == Kind.FLAG && !value.matches("true|false")) throw wrong("must be true or false");
    }

    private String alternatives() {
        int last = values.size() - 1;
        return last == 0 ? values.get(0) : String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("the option " + name + " " + what);
    }
}
