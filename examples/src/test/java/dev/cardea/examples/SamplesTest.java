package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Java in the guides is Java that compiles: part of a source file, between {@code // sample} and {@code // end}, or a file
 * of a tutorial.
 */
class SamplesTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    /** A whole file of a tutorial, which its own test writes, compiles and runs. */
    private static final Pattern FILE = Pattern.compile("(?ms)^`[^`\n]+\\.java`\n\n```java\n(.*?)^```$");

    private static final Pattern SAMPLE = Pattern.compile("(?ms)^ *// sample\n+(.*?)^ *// end$");

    private final Path root = SourceTree.root();

    @Test
    void every_sample_of_the_guides_is_compiled() throws IOException {
        var compiled = new TreeSet<String>();
        for (var file : files(".java")) compiled.addAll(parts(SAMPLE, file));
        for (var page : files(".md")) if (isTutorial(page)) compiled.addAll(parts(FILE, page));
        var loose = new TreeSet<String>();
        for (var file : files(".md")) {
            parts(BLOCK, file).stream()
                    .filter(block -> !compiled.contains(block))
                    .forEach(block -> loose.add(root.relativize(file) + ":\n" + block));
        }
        assertThat(loose).isEmpty();
        assertThat(compiled).isNotEmpty();
    }

    private boolean isTutorial(Path page) {
        return page.getParent().equals(root.resolve("docs/start"));
    }

    private static Set<String> parts(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1).stripTrailing().stripIndent())
                .collect(Collectors.toSet());
    }

    private static List<Path> files(String suffix) throws IOException {
        return SourceTree.files().stream()
                .filter(file -> file.toString().endsWith(suffix))
                .toList();
    }
}
