package dev.cardea.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources of all tests, and of the suites that tests inherit from the test kits. */
final class TestSources {
    private static final Set<String> SUITES = Set.of("stores/testkit", "hosts/testkit");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([\\w-]+)\"\\)");
    private static final Pattern HEAD = Pattern.compile(
            "(?s)\\A(.*?\\n(?:public |abstract |final )*(?:class|interface) \\w+(?:<[^{]*?>)?)([^{]*)\\{");
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w+");

    /** By the text of a source: the rules ask for them many times. */
    private static final Map<String, Head> HEADS = new ConcurrentHashMap<>();

    static final List<Source> ALL = read();

    private TestSources() {}

    /**
     * A source.
     *
     * @param module the folder of its module, such as {@code stores/jdbc}
     * @param text without comments
     */
    record Source(String module, String name, String text) {
        private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
        private static final Pattern COMMENT = Pattern.compile("(?sm)^\\s*(?:/\\*.*?\\*/|//[^\\n]*)");
        private static final Pattern STRING = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
        private static final Pattern OWN_TEST = Pattern.compile(
                "@[\\w.]*\\b(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|FuzzTest)\\b");

        Source {
            text = COMMENT.matcher(text).replaceAll("");
        }

        /** Whether Surefire and the fast loop run it. */
        boolean isTest() {
            return name.endsWith("Test") && !isAbstract();
        }

        boolean isAbstract() {
            return head().matches("(?s).*\\b(?:abstract class|interface) \\w+(?:<.*)?");
        }

        /** Whether it declares tests, which its subtypes inherit. */
        boolean hasTests() {
            return OWN_TEST.matcher(code()).find();
        }

        /** The text with empty strings. */
        String code() {
            return STRING.matcher(text).replaceAll("\"\"");
        }

        /** Whether that name of a type, in this source, means the other source. */
        boolean sees(Source other) {
            return packageName().equals(other.packageName())
                    || text.contains("import " + other.packageName() + "." + other.name + ";");
        }

        private String packageName() {
            var found = PACKAGE.matcher(text);
            return found.find() ? found.group(1) : "";
        }

        /** The tags of the class. */
        Set<String> tags() {
            return tags(head());
        }

        boolean isNightly() {
            return tags().contains("nightly");
        }

        /** Whether the gate leaves it out, always or with some commits. */
        boolean isLeftOut() {
            return tags().stream().anyMatch(tag -> tag.matches("nightly|even|odd|rotation-\\d"));
        }

        boolean hasNightlyTests() {
            return tagsOfAll().contains("nightly");
        }

        /** The tags of the class and of its tests. */
        Set<String> tagsOfAll() {
            return tags(text);
        }

        /** The tags of one test, without those of its class. */
        Set<String> tagsOf(String test) {
            String before = text.substring(0, text.indexOf(" " + test + "("));
            return tags(before.substring(Math.max(before.lastIndexOf("\n    }"), head().length())));
        }

        /** The tests of this source whose names have that part. */
        List<String> tests(String part) {
            return Pattern.compile("(?:void|Stream<\\w+>) (\\w*" + Pattern.quote(part) + "\\w*)\\(")
                    .matcher(text)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }

        /** Whether the test that has this position is of the night. */
        boolean isAtNight(int position) {
            String before = text.substring(0, Math.max(position, head().length()));
            String test = before.substring(Math.max(before.lastIndexOf("\n    }\n"), head().length()));
            return isNightly() || tags(test).contains("nightly");
        }

        /** The simple names of what it extends and implements. */
        Set<String> supertypes() {
            return HEADS.computeIfAbsent(text, Head::of).supertypes();
        }

        private String head() {
            return HEADS.computeIfAbsent(text, Head::of).begin();
        }

        private static Set<String> tags(String text) {
            return TAG.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
        }
    }

    /**
     * The head of a type.
     *
     * @param begin up to its name
     */
    private record Head(String begin, Set<String> supertypes) {
        static Head of(String text) {
            var head = HEAD.matcher(text);
            if (!head.find()) return new Head("", Set.of());
            return new Head(
                    head.group(1),
                    TYPE.matcher(head.group(2))
                            .results()
                            .map(found -> found.group())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private static List<Source> read() {
        List<Source> sources = new ArrayList<>();
        for (Path root : roots()) {
            String module = module(root);
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .map(file -> new Source(
                                module, file.getFileName().toString().replace(".java", ""), Modules.read(file)))
                        .forEach(sources::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }

    /** The folders of sources that hold tests. */
    private static List<Path> roots() {
        return Modules.tree().stream()
                .filter(folder -> folder.endsWith("src/test/java")
                        || folder.endsWith("src/main/java") && SUITES.contains(module(folder)))
                .toList();
    }

    private static String module(Path root) {
        return Modules.TOP.relativize(root.getParent().getParent().getParent()).toString();
    }
}
