package dev.cardea.transcript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A single case in which we differ on purpose: why, and how exactly. {@code differences.txt} holds them, a block each: the
 * name behind a {@code #}, the reason, and the lines that only the reference ({@code -}) or only we ({@code +}) have.
 */
record ListedDifference(String reason, List<String> difference) {
    private static final ListedDifference NOT = new ListedDifference("", List.of());

    static Map<String, ListedDifference> all() {
        var all = new LinkedHashMap<String, ListedDifference>();
        for (var block : text().split("\n\n")) {
            var lines = block.strip().split("\n");
            if (!lines[0].startsWith("# ")) continue;
            var difference = new ArrayList<String>();
            for (var line : List.of(lines).subList(2, lines.length)) difference.add(line);
            if (all.put(lines[0].substring(2), new ListedDifference(lines[1], difference)) != null) {
                throw new IllegalStateException("listed twice: " + lines[0]);
            }
        }
        return all;
    }

    static ListedDifference of(Transcript transcript, Map<String, ListedDifference> all) {
        return all.getOrDefault(transcript.name(), NOT);
    }

    private static String text() {
        try (var in = ListedDifference.class.getResourceAsStream("/vectors/differences.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
