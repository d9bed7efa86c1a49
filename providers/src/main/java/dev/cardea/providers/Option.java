package dev.cardea.providers;

import org.jspecify.annotations.Nullable;

/**
 * Something that can be said of a brand beyond what every provider takes.
 *
 * @param name a dot in it stands for a group of keys
 * @param fallback what counts where nobody says it; {@code null}: nothing does
 * @param needed whether the provider cannot be without it
 * @param means in a few words
 */
public record Option(String name, Kind kind, @Nullable String fallback, boolean needed, String means) {
    /** How a configuration file writes it. */
    public enum Kind {
        TEXT,
        SECRET,
        NUMBER,
        FLAG
    }

    static Option needed(String name, String means) {
        return new Option(name, Kind.TEXT, null, true, means);
    }

    static Option of(String name, @Nullable String fallback, String means) {
        return new Option(name, Kind.TEXT, fallback, false, means);
    }

    Option as(Kind other) {
        return new Option(name, other, fallback, needed, means);
    }
}
