package dev.cardea.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.architecture.TestSources.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final Set<String> BARE = Set.of(Modules.read(Modules.TOP.resolve(".ci/bare"))
            .replaceFirst("(?s).*for program in (.*?); do.*", "$1")
            .split("[\\s\\\\]+"));

    private static final Pattern STARTED = Pattern.compile(
            "(?:ProcessBuilder\\(|command\\(\\)\\.add(?:All)?\\(0,)\\s*(?:List\\.of\\(\\s*)?\"([^\"/]+)\"");

    /** A tag that is not written as a string, or one of another annotation, in a text without strings. */
    private static final Pattern HIDDEN_TAG =
            Pattern.compile("@(?!Tag\\(\"\"\\))[\\w.]*\\bTags?\\b|@Tag\\b(?=[^;{]*@interface)");

    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");

    @Test
    void each_test_is_tagged_with_what_it_needs() {
        List<String> missing = new ArrayList<>();
        int tagged = 0;
        var modules = TestSources.ALL.stream()
                .filter(source -> !source.module().equals("tests/architecture-tests"))
                .collect(groupingBy(Source::module));
        for (List<Source> sources : modules.values()) {
            for (var entry : needs(sources).entrySet()) {
                var source = entry.getKey();
                if (!source.isTest()) continue;
                if (!entry.getValue().isEmpty()) tagged++;
                for (String need : entry.getValue()) {
                    if (source.tagsOfAll().contains(need)) continue;
                    missing.add(source.name() + " in " + source.module() + " needs @Tag(\"" + need + "\")");
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(tagged).isGreaterThan(80);
    }

    /** Or {@code Require} asks for it, which skips the test where it's missing. */
    @Test
    void what_a_test_starts_by_name_is_on_a_machine_with_Java_and_Maven_only() {
        assertThat(TestSources.ALL.stream().flatMap(TagsTest::onSomeMachines)).isEmpty();
        var missing = new Source("lib", "SomeTest", "new ProcessBuilder(\"nohup\", \"java\").start()");
        assertThat(onSomeMachines(missing)).containsExactly("SomeTest starts nohup");
    }

    /** The rules about tags, and scripts that look for one, read the text of a source. */
    @Test
    void each_tag_is_written_as_a_string_at_its_test() {
        assertThat(TestSources.ALL.stream()
                        .filter(source -> HIDDEN_TAG.matcher(source.code()).find())
                        .map(Source::name))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Tag(NIGHTLY) class",
                "@Tag(\"night\" + LY) class",
                "@Tags({@Tag(\"nightly\")}) class",
                "@org.junit.jupiter.api.Tag(\"nightly\") class",
                "@Tag(\"nightly\") @Retention(RUNTIME) @interface"
            })
    void a_tag_that_is_hidden_is_found(String text) {
        assertThat(HIDDEN_TAG
                        .matcher(new Source("lib", "SomeTest", text + " SomeTest {}").code())
                        .find())
                .isTrue();
    }

    /** The programs that a source starts although {@code .ci/bare} hasn't got them. */
    private static Stream<String> onSomeMachines(Source source) {
        return STARTED.matcher(source.text())
                .results()
                .map(found -> found.group(1))
                .filter(name -> !BARE.contains(name) && !source.text().contains("Require.program(\"" + name + "\")"))
                .map(name -> source.name() + " starts " + name);
    }

    /** The needs of each source and of all that it uses, directly or not. */
    private static Map<Source, Set<String>> needs(List<Source> sources) {
        Map<Source, Set<String>> needs = new HashMap<>();
        sources.forEach(source -> needs.put(source, ownNeeds(source)));
        Map<Source, List<Source>> used = used(sources);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Source source : sources) {
                for (Source other : used.get(source))
                    changed |= needs.get(source).addAll(needs.get(other));
            }
        }
        return needs;
    }

    /** What a source needs by its own text. A process that is a database or Node needs that instead. */
    private static Set<String> ownNeeds(Source source) {
        Set<String> needs = NEEDS.entrySet().stream()
                .filter(need -> need.getValue().matcher(source.text()).find())
                .map(Map.Entry::getKey)
                .collect(toCollection(TreeSet::new));
        boolean isOther = needs.contains("node") || needs.contains("store");
        if (isOther || source.text().contains("keytool")) needs.remove("process");
        return needs;
    }

    private static Map<Source, List<Source>> used(List<Source> sources) {
        Map<String, List<Source>> byName = sources.stream().collect(groupingBy(Source::name));
        return sources.stream()
                .collect(toMap(
                        source -> source,
                        source -> TYPE.matcher(source.text())
                                .results()
                                .map(MatchResult::group)
                                .distinct()
                                .flatMap(name -> byName.getOrDefault(name, List.of()).stream())
                                .filter(other -> other != source && source.sees(other))
                                .toList()));
    }
}
