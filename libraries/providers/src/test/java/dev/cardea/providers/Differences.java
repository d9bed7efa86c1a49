package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Providers that follow the present service rather than the recording. {@code provider-differences.txt} holds a block for each
 * case: its name after a {@code #}, the reason, and the lines that only the recording ({@code -}) or only Cardea
 * ({@code +}) has.
 */
final class Differences {
    private static final Map<String, List<String>> LISTED = read();

    private final Set<String> unused;

    private Differences(String kind) {
        unused = new HashSet<>(LISTED.keySet());
        unused.removeIf(name -> !name.startsWith(kind + " "));
    }

    /** @param kind the first word of the names */
    static Differences of(String kind) {
        return new Differences(kind);
    }

    /** Asserts that both are the same, or differ exactly as listed. */
    void check(String name, List<String> recorded, List<String> ours) {
        unused.remove(name);
        var difference = new ArrayList<String>();
        recorded.stream().filter(line -> !ours.contains(line)).forEach(line -> difference.add("- " + line));
        ours.stream().filter(line -> !recorded.contains(line)).forEach(line -> difference.add("+ " + line));
        assertThat(String.join("\n", difference))
                .as("# " + name)
                .isEqualTo(String.join("\n", LISTED.getOrDefault(name, List.of())));
    }

    /** Asserts that every listed difference exists. */
    void allUsed() {
        assertThat(unused).isEmpty();
    }

    private static Map<String, List<String>> read() {
        var all = new LinkedHashMap<String, List<String>>();
        for (var block : text().split("\n\n+")) {
            var lines = block.strip().split("\n");
            if (!lines[0].startsWith("# ")) continue;
            assertThat(lines[1])
                    .as("the reason of " + lines[0])
                    .doesNotStartWith("- ")
                    .doesNotStartWith("+ ");
            var before = all.put(lines[0].substring(2), List.of(lines).subList(2, lines.length));
            assertThat(before).as("listed twice: " + lines[0]).isNull();
        }
        return all;
    }

    private static String text() {
        try (var in =
                Objects.requireNonNull(Differences.class.getResourceAsStream("/vectors/provider-differences.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
