package dev.cardea.transcript;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Numbers random values anew, by their first appearance in the lines that are compared. */
final class Renaming {
    private static final Pattern RANDOM = Pattern.compile("<random [^>]*>");

    private Renaming() {}

    static List<String> of(List<String> lines) {
        Map<String, String> names = new HashMap<>();
        return lines.stream()
                .map(line -> RANDOM.matcher(line)
                        .replaceAll(m -> names.computeIfAbsent(m.group(), g -> "<random " + names.size() + ">")))
                .toList();
    }
}
