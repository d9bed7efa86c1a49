package dev.cardea.architecture;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A test class carries the tag of each part of the machine that it needs, itself or through a class of its module. The
 * fast loop and the run on JDK 17 leave out {@code store}, {@code node}, {@code browser} and {@code process}. A class
 * that asks {@code Require} for something that Maven does not bring has the tag {@code part}. A run of these classes
 * alone, on a machine with Java and Maven only, shows that each test passes there or is skipped.
 */
class TagsTest {
    private static final Map<String, Pattern> NEEDS = new TreeMap<>(Map.of(
            "browser", Pattern.compile("Require\\.program\\(\"chromium\"\\)"),
            "node", Pattern.compile("Require\\.program\\(\"node\"\\)|ProcessBuilder\\(\\s*\"node\""),
            "store",
                    Pattern.compile("\\bEmbeddedPostgres\\.|\"mariadbd\"|\"redis-server\"|new MongoServer\\("
                            + "|class SqliteDatabase|class CassandraServer|class Dynamo\\b"),
            "process", Pattern.compile("ProcessBuilder\\("),
            "part", Pattern.compile("\\bRequire\\.(program\\(|part\\((?!\\s*\"(?:embedded PostgreSQL|cassandra)\"))")));

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(\\w+)\"\\)");

    /** One source of a test folder. */
    private record Source(Path file, String text) {
        String name() {
            return file.getFileName().toString().replace(".java", "");
        }

        boolean isTest() {
            return name().matches(".*Tests?");
        }

        /** What it needs by its own text. A process that is a database or Node is counted as that. */
        Set<String> ownNeeds() {
            Set<String> needs = NEEDS.entrySet().stream()
                    .filter(need -> need.getValue().matcher(text).find())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (needs.contains("node") || needs.contains("store") || text.contains("keytool")) needs.remove("process");
            return needs;
        }

        Set<String> tags() {
            return TAG.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toSet());
        }

        boolean names(Source other) {
            if (other == this) return false;
            if (other.file.getParent().equals(file.getParent())) return true;
            return text.contains("." + other.file.getParent().getFileName() + "." + other.name() + ";");
        }
    }

    @Test
    void each_test_is_tagged_with_what_it_needs() throws IOException {
        List<String> missing = new ArrayList<>();
        int tagged = 0;
        for (Path root : testRoots()) {
            Map<Source, Set<String>> needs = needs(sources(root));
            for (var entry : needs.entrySet()) {
                if (!entry.getKey().isTest()) continue;
                if (!entry.getValue().isEmpty()) tagged++;
                for (String need : entry.getValue()) {
                    if (!entry.getKey().tags().contains(need)) {
                        missing.add(Modules.TOP.relativize(entry.getKey().file()) + " needs @Tag(\"" + need + "\")");
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(tagged).isGreaterThan(80);
    }

    /** The needs of each source and of all that it names, directly or not. */
    private static Map<Source, Set<String>> needs(List<Source> sources) {
        Map<Source, Set<String>> needs = new HashMap<>();
        sources.forEach(source -> needs.put(source, source.ownNeeds()));
        Map<Source, List<Source>> named = named(sources);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Source source : sources) {
                for (Source other : named.get(source))
                    changed |= needs.get(source).addAll(needs.get(other));
            }
        }
        return needs;
    }

    private static Map<Source, List<Source>> named(List<Source> sources) {
        Map<String, List<Source>> byName = sources.stream().collect(Collectors.groupingBy(Source::name));
        return sources.stream()
                .collect(toMap(
                        source -> source,
                        source -> TYPE.matcher(source.text())
                                .results()
                                .map(match -> match.group())
                                .distinct()
                                .flatMap(name -> byName.getOrDefault(name, List.of()).stream())
                                .filter(source::names)
                                .toList()));
    }

    private static List<Source> sources(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .map(file ->
                            new Source(file, COMMENT.matcher(Modules.read(file)).replaceAll("")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> testRoots() throws IOException {
        Set<String> skipped = Set.of("target", "node_modules", ".git", "js", "architecture-tests");
        List<Path> roots = new ArrayList<>();
        Files.walkFileTree(Modules.TOP, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (folder.endsWith("src/test/java")) roots.add(folder);
                boolean isSkipped = skipped.contains(folder.getFileName().toString());
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }
        });
        return roots;
    }
}
