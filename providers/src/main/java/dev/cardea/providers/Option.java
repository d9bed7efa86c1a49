package dev.cardea.providers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be said of a brand beyond what every provider takes.
 *
 * @param name a dot in it stands for a group of keys
 * @param fallback what counts where nobody says it; {@code null}: nothing does
 * @param needed whether the provider cannot be without it
 * @param values the only ones there are; empty: any
 * @param means in a few words
 */
public record Option(
        String name, Kind kind, @Nullable String fallback, boolean needed, List<String> values, String means) {
    /** How a configuration file writes it. */
    public enum Kind {
        TEXT("string"),
        URL("url string"),
        SECRET("string"),
        NUMBER("number"),
        FLAG("boolean");

        final String words;

        Kind(String words) {
            this.words = words;
        }
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

    /** What stands for it in an example. */
    String placeholder() {
        return "{" + name.substring(name.lastIndexOf('.') + 1) + "}";
    }

    /** @throws IllegalArgumentException where it cannot be this one; a secret is not repeated */
    void require(String value) {
        if (value.equals(placeholder())) return;
        if (!values.isEmpty() && !values.contains(value)) throw wrong("is " + alternatives());
        if (kind == Kind.NUMBER && !value.matches("[0-9]{1,9}")) throw wrong("is a whole number");
        if (kind == Kind.FLAG && !value.matches("true|false")) throw wrong("is true or false");
    }

    private String alternatives() {
        int last = values.size() - 1;
        return last == 0 ? values.get(0) : String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("the option " + name + " " + what);
    }
}
