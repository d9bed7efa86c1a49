package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links between the pages lead to files and headings that exist, and every guide is linked from the index. */
class LinksTest {
    private static final Pattern CODE = Pattern.compile("(?ms)^ *(`{3,}).*?^ *\\1|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("(?s)\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern FENCES = Pattern.compile("(?ms)^ *(`{3,}).*?^ *\\1");

    private final Path root = SourceTree.root();
    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void every_link_leads_to_a_file_and_a_heading() throws IOException {
        var broken = new TreeSet<String>();
        for (var page : pages()) {
            for (var link : links(page)) {
                if (!exists(page, link)) broken.add(root.relativize(page) + ": " + link);
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_guide_is_reached_from_the_index_in_three_clicks() throws IOException {
        var index = root.resolve("docs/README.md");
        var reached = new HashMap<>(Map.of(index, 0));
        var waiting = new ArrayDeque<>(List.of(index));
        while (!waiting.isEmpty()) {
            var page = waiting.remove();
            for (var link : links(page)) {
                var target = target(page, link);
                if (!target.toString().endsWith(".md") || !Files.exists(target)) continue;
                if (reached.putIfAbsent(target, reached.get(page) + 1) == null) waiting.add(target);
            }
        }
        var far = pages().stream()
                .filter(page ->
                        page.startsWith(root.resolve("docs")) && !page.startsWith(root.resolve("docs/decisions")))
                .filter(page -> reached.getOrDefault(page, Integer.MAX_VALUE) > 3)
                .map(page -> root.relativize(page).toString())
                .toList();
        assertThat(far).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        return SourceTree.files().stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    /** Links within the repository. */
    private static List<String> links(Path page) throws IOException {
        var prose = CODE.matcher(Files.readString(page)).replaceAll("");
        return LINK.matcher(prose)
                .results()
                .map(found -> found.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    private static Path target(Path page, String link) {
        var file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    private boolean exists(Path page, String link) throws IOException {
        var target = target(page, link);
        if (!Files.exists(target)) return false;
        int hash = link.indexOf('#');
        return hash < 0 || !target.toString().endsWith(".md") || anchors(target).contains(link.substring(hash + 1));
    }

    private Set<String> anchors(Path page) throws IOException {
        var known = anchors.get(page);
        if (known != null) return known;
        var seen = new HashSet<String>();
        var text = FENCES.matcher(Files.readString(page)).replaceAll("");
        var found = HEADING.matcher(text)
                .results()
                .map(heading -> anchor(heading.group(1)))
                .map(anchor -> unique(anchor, seen))
                .collect(Collectors.toSet());
        anchors.put(page, found);
        return found;
    }

    /** As the hosting page makes it: lower case, without punctuation, with hyphens for spaces. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String unique(String anchor, Set<String> seen) {
        var name = anchor;
        for (int i = 1; !seen.add(name); i++) name = anchor + "-" + i;
        return name;
    }
}
