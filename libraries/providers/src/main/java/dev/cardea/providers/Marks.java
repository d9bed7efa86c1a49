package dev.cardea.providers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The marks of the brands that allow one in a single colour, as {@code marks.mjs} writes them. Read on first use. */
final class Marks {
    static final Map<String, String> ALL = read();

    private Marks() {}

    /**
     * Returns the path of a provider's mark.
     *
     * @throws IllegalArgumentException if it has none
     */
    static String of(String id) {
        return Optional.ofNullable(ALL.get(id))
                .orElseThrow(() -> new IllegalArgumentException("marks.txt has no mark for " + id));
    }

    private static Map<String, String> read() {
        try (var in = Objects.requireNonNull(Marks.class.getResourceAsStream("marks.txt"), "marks.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toUnmodifiableMap(entry -> entry[0], entry -> entry[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
