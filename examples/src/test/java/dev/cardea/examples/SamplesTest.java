package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Java in the guides is Java that compiles: a part of a source file of ours, between {@code // sample} and {@code // end}. */
class SamplesTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    private static final Pattern SAMPLE = Pattern.compile("(?ms)^ *// sample\n(.*?)^ *// end$");

    private static final Set<String> NOT_OURS = Set.of("node_modules", "target", ".git");

    private final Path root = root();

    @Test
    void every_sample_of_the_guides_is_compiled() throws IOException {
        var compiled = new TreeSet<String>();
        for (var file : files(".java")) compiled.addAll(parts(SAMPLE, file));
        var loose = new TreeSet<String>();
        for (var file : files(".md")) {
            parts(BLOCK, file).stream()
                    .filter(block -> !compiled.contains(block))
                    .forEach(block -> loose.add(root.relativize(file) + ":\n" + block));
        }
        assertThat(loose).isEmpty();
        assertThat(compiled).isNotEmpty();
    }

    private static Set<String> parts(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1).stripTrailing().stripIndent())
                .collect(Collectors.toSet());
    }

    private List<Path> files(String suffix) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                var name = folder.getFileName().toString();
                return NOT_OURS.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(suffix)) found.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
