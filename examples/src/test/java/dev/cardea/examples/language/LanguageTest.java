package dev.cardea.examples.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.examples.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The language guide of CONTRIBUTING over every text that users read: guides, page texts, messages, Javadoc.
 *
 * <p>{@code baseline.txt} has the number of texts that are still to be rewritten, by group and phrase. A number may fall
 * and never rise. {@code -Dcardea.write=language} writes the present numbers.
 */
class LanguageTest {
    private static final String RESOURCES = "examples/src/test/resources/language/";

    private static final Pattern READ = Pattern.compile(".*\\.(java|md|jte|[jt]sx?|mjs)|.*/text/texts_en\\.properties");

    /** Tests and what tools write. */
    private static final Pattern NOT_READ = Pattern.compile(
            "(.*/)?(src/test|test|testing|vectors)/.*|[^/]*-tests/.*|it/.*|.*(\\.test\\.\\w+|\\.d\\.ts)");

    /** Texts that do not change once they are written. */
    private static final Pattern RECORDS = Pattern.compile("CHANGELOG\\.md|docs/decisions/.*");

    private final Path root = SourceTree.root();

    @Test
    void no_text_has_more_forbidden_phrases_or_long_sentences_than_before() throws IOException {
        var found = found();
        var counts = new TreeMap<String, Integer>();
        found.forEach((key, places) -> counts.put(key, places.size()));
        if ("language".equals(System.getProperty("cardea.write"))) write(counts);
        var allowed = baseline();
        report(counts, allowed);
        assertThat(risen(found, allowed))
                .as("Texts that break the language guide (CONTRIBUTING, \"Language\")")
                .isEmpty();
    }

    /** The places that break a rule, by group and rule. */
    private Map<String, List<String>> found() throws IOException {
        var rules = rules();
        var found = new TreeMap<String, List<String>>();
        for (var file : SourceTree.files()) {
            var name = root.relativize(file).toString().replace('\\', '/');
            if (!READ.matcher(name).matches() || NOT_READ.matcher(name).matches()) continue;
            var source = Files.readString(file);
            var text = SourceText.of(name, source);
            for (var rule : rules) {
                for (int offset : rule.findIn(text)) {
                    found.computeIfAbsent(group(name) + " | " + rule.name(), key -> new ArrayList<>())
                            .add(place(name, source, offset, rule));
                }
            }
        }
        return found;
    }

    private List<Rule> rules() throws IOException {
        var phrases = Files.readAllLines(root.resolve(RESOURCES + "forbidden.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Rule::phrase);
        return Stream.concat(Stream.of(new Rule.Length()), phrases).toList();
    }

    private static String place(String name, String source, int offset, Rule rule) {
        var line = source.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
        var end = Math.min(source.length(), offset + 60);
        return "%s:%d: \"%s\" (%s): %s"
                .formatted(
                        name,
                        line,
                        source.substring(offset, end).replaceAll("\\s+[*/]*\\s*", " "),
                        rule.name(),
                        rule.advice());
    }

    private static List<String> risen(Map<String, List<String>> found, Map<String, Integer> allowed) {
        var risen = new ArrayList<String>();
        found.forEach((key, places) -> {
            int before = allowed.getOrDefault(key, 0);
            if (places.size() > before) {
                risen.add(
                        "%s: %d, at most %d:%n  %s".formatted(key, places.size(), before, String.join("\n  ", places)));
            }
        });
        return risen;
    }

    private static void report(Map<String, Integer> counts, Map<String, Integer> allowed) {
        var lower = allowed.entrySet().stream()
                .filter(entry -> counts.getOrDefault(entry.getKey(), 0) < entry.getValue())
                .toList();
        if (lower.isEmpty()) return;
        System.out.println(lower.size() + " counts of " + RESOURCES + "baseline.txt can be lowered: "
                + "mvn -q -pl examples test -Dtest=LanguageTest -Dcardea.write=language");
    }

    private Map<String, Integer> baseline() throws IOException {
        return Files.readAllLines(root.resolve(RESOURCES + "baseline.txt")).stream()
                .map(line -> line.split(" = "))
                .collect(Collectors.toMap(line -> line[0], line -> Integer.parseInt(line[1])));
    }

    private void write(Map<String, Integer> counts) throws IOException {
        var lines = counts.entrySet().stream().map(entry -> entry.getKey() + " = " + entry.getValue());
        Files.writeString(root.resolve(RESOURCES + "baseline.txt"), lines.collect(Collectors.joining("\n", "", "\n")));
    }

    private static String group(String name) {
        if (RECORDS.matcher(name).matches()) return "records";
        return name.endsWith(".md") ? "guides" : "code";
    }
}
