package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.architecture.TestSources.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each test is in exactly one tier: the gate, or one shard of the night. What a change must not break unseen stays in the
 * gate: every defence, every store and every host.
 */
class GateTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern JAVA = Pattern.compile("(?:([A-Z]\\w+)|…?([a-z]\\w*)…?|([A-Z]\\w+)\\.(\\w+)…?)");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    /** A test may need Linux, on which the gate runs. */
    private static final Pattern DISABLED =
            Pattern.compile("@[\\w.]*\\b(?:Disabled(?!OnOs\\((?:value = )?OS\\.WINDOWS\\b)"
                    + "|Enabled(?!OnOs\\((?:value = )?OS\\.LINUX\\b))\\w*");

    /** The class that runs the whole contract of each store in the gate; some modules have several stores. */
    private static final Map<String, String> STORES = new TreeMap<>(Map.of(
            "PostgreSQL", "PostgresContractTest",
            "MariaDB", "MariadbContractTest",
            "SQLite", "SqliteContractTest",
            "H2 on disk", "H2OnDiskContractTest",
            "Redis cluster", "ClusterContractTest",
            "MongoDB replica set", "MongoReplicaSetContractTest",
            "DynamoDB", "DynamoContractTest",
            "Cassandra", "CassandraContractTest"));

    /** The folders of all modules. */
    private static final List<String> MODULES = Modules.poms().stream()
            .map(pom -> Modules.TOP.relativize(pom.getParent()).toString())
            .filter(module -> !module.isEmpty())
            .toList();

    private static final String TOP_POM = Modules.read(Modules.TOP.resolve("pom.xml"));
    private static final String SHARDS = Modules.read(Modules.TOP.resolve(".ci/shards.tsv"));

    private final List<Source> sources = TestSources.ALL;
    private final List<String> shards =
            SHARDS.lines().filter(line -> !line.startsWith("#")).toList();
    private final List<String> threats = Modules.read(Modules.TOP.resolve("docs/threats.md"))
            .lines()
            .filter(new RowsOfAttacks())
            .toList();

    /** Long journeys are tagged {@code even} or {@code odd}, and take turns with the commits. */
    @ParameterizedTest
    @ValueSource(strings = {"even", "odd"})
    void every_defence_has_a_test_in_the_gate_of_each_commit(String other) {
        assertThat(threats).hasSizeGreaterThan(100);
        assertThat(undefended(threats, inTurn(other))).isEmpty();
    }

    @Test
    void no_test_waits_for_both_turns() {
        assertThat(sources.stream().flatMap(GateTest::inNoTurn)).isEmpty();
    }

    @Test
    void every_test_that_the_list_of_attacks_names_exists() {
        assertThat(threats.stream().flatMap(row -> unknown(row, sources))).isEmpty();
    }

    @Test
    void every_store_runs_its_whole_contract_in_the_gate() {
        assertThat(storesWithoutContract(sources)).isEmpty();
    }

    @Test
    void every_host_runs_its_contract_in_the_gate() {
        assertThat(hostsWithoutContract(sources)).isEmpty();
    }

    @Test
    void every_module_is_part_of_the_build() {
        assertThat(MODULES).isSubsetOf(built(TOP_POM));
    }

    /** Surefire looks for more names than the fast loop does. */
    @Test
    void every_class_with_tests_has_a_name_that_ends_with_Test() {
        assertThat(misnamed(sources)).isEmpty();
    }

    /** A flaky one is in {@code .ci/quarantine.txt}, with a date. */
    @Test
    void no_test_is_disabled() {
        assertThat(sources.stream().flatMap(GateTest::disabled)).isEmpty();
    }

    @Test
    void every_test_of_the_night_is_in_exactly_one_shard() {
        assertThat(misplaced(shards, sources)).isEmpty();
    }

    /** So each class says itself when it runs; a suite may have single tests of the night. */
    @Test
    void no_class_inherits_the_tag_of_the_night_or_of_a_turn() {
        assertThat(sources.stream()
                        .filter(source -> source.isLeftOut() && !source.isTest())
                        .map(Source::name))
                .isEmpty();
    }

    /** A test of a rotation runs in the gate with every tenth commit, and each of these commits has one. */
    @Test
    void only_tests_of_the_night_rotate_and_each_turn_has_one() {
        Set<String> turns = new TreeSet<>();
        for (Source source : sources) {
            var own = source.tags().stream()
                    .filter(tag -> tag.startsWith("rotation-"))
                    .toList();
            assertThat(own).as(source.name()).hasSizeLessThanOrEqualTo(1);
            if (!own.isEmpty()) assertThat(source.isNightly()).as(source.name()).isTrue();
            turns.addAll(own);
        }
        assertThat(turns)
                .containsExactlyElementsOf(IntStream.range(0, 10)
                        .mapToObj(turn -> "rotation-" + turn)
                        .toList());
    }

    // --- each rule is broken once
    // ---------------------------------------------------------------------------------------

    @Test
    void a_defence_whose_tests_are_all_of_the_night_is_found() {
        assertThat(undefended(threats, tagged("CookieCheckTest", "nightly")))
                .anyMatch(row -> row.contains("CookieCheckTest"));
    }

    @Test
    void a_defence_that_only_a_test_of_the_night_shows_is_found() {
        var later = changed(
                "TokenVectorsTest",
                text -> text.replaceFirst(
                        "@(\\w+)[^@]*?void a_change_of_any", "@Tag(\"nightly\") @$1 void a_change_of_any"));
        assertThat(undefended(threats, later)).anyMatch(row -> row.contains("a_change_of_any_character"));
    }

    @Test
    void a_module_that_no_build_or_only_that_of_an_application_has_is_found() {
        var row = "<module>stores/dynamodb</module>";
        assertThat(built(TOP_POM.replace(row, "<!-- " + row + " -->"))).doesNotContain("stores/dynamodb");
        assertThat(built(TOP_POM.replaceFirst(row, ""))).doesNotContain("stores/dynamodb");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Disabled",
                "@org.junit.jupiter.api.Disabled(\"slow\")",
                "@DisabledOnOs(OS.LINUX)",
                "@DisabledOnOs({OS.WINDOWS, OS.LINUX})",
                "@EnabledOnOs(OS.MAC)",
                "@EnabledIfEnvironmentVariable(named = \"A\", matches = \"b\")"
            })
    void a_test_that_is_disabled_is_found(String annotation) {
        var source = new Source("lib", "SomeTest", annotation + "\nclass SomeTest {}");
        assertThat(disabled(source)).hasSize(1);
    }

    @Test
    void a_class_with_tests_that_no_build_looks_for_is_found() {
        assertThat(misnamed(renamed("CookieCheckTest", "CookieChecks"))).containsExactly("CookieChecks");
        assertThat(misnamed(renamed("PostgresContractTest", "PostgresContract")))
                .containsExactly("PostgresContract");
        assertThat(undefended(threats, renamed("CookieCheckTest", "CookieChecks")))
                .anyMatch(row -> row.contains("CookieCheckTest"));
    }

    @Test
    void a_defence_in_a_suite_that_no_class_of_the_gate_inherits_is_found() {
        var suite = new Source(
                "hosts/testkit", "SomeContract", "\ninterface SomeContract {\n    @Test\n    void a() {}\n}");
        var test = new Source("hosts/jdk", "SomeTest", "\nclass SomeTest implements SomeContract {}");
        var row = "| attack | defence | `SomeContract` |";
        assertThat(undefended(List.of(row), List.of(suite, test))).isEmpty();
        assertThat(undefended(List.of(row), List.of(suite))).containsExactly(row);
    }

    @Test
    void a_test_of_one_turn_in_a_class_of_the_other_is_found() {
        assertThat(tagged("KillsTest", "odd").stream().flatMap(GateTest::inNoTurn))
                .contains("KillsTest.a_server_on_SQLite_that_is_killed_loses_nothing_that_it_answered");
    }

    @Test
    void a_store_or_host_without_a_contract_in_the_gate_is_found() {
        assertThat(storesWithoutContract(without("SqliteContractTest"))).containsExactly("SqliteContractTest");
        var removed = changed("CassandraContractTest", text -> text.replace("implements WithoutUnitsContract", ""));
        assertThat(storesWithoutContract(removed)).containsExactly("CassandraContractTest", "stores/cassandra");
        assertThat(hostsWithoutContract(without("JdkContractTest"))).containsExactly("hosts/jdk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nightly", "rotation-3", "even", "odd"})
    void a_contract_that_some_gates_leave_out_is_found(String tag) {
        assertThat(storesWithoutContract(tagged("PostgresContractTest", tag))).containsExactly("PostgresContractTest");
        assertThat(hostsWithoutContract(tagged("JdkContractTest", tag))).containsExactly("hosts/jdk");
    }

    @Test
    void a_module_in_two_shards_or_in_none_is_found() {
        assertThat(misplaced(with(shards, "6\tjava\tstores/jdbc"), sources))
                .containsExactly("stores/jdbc is in 2 shards");
        var less = shards.stream().filter(row -> !row.endsWith("\tstores/jdbc")).toList();
        assertThat(misplaced(less, sources)).containsExactly("stores/jdbc is in 0 shards");
        assertThat(misplaced(with(shards, "2\tjava\tstores/none"), sources))
                .containsExactly("stores/none has no test of the night");
        assertThat(misplaced(with(shards, "2\tjava\ttools/attacks"), sources))
                .containsExactly("tools/attacks has no test of the night");
    }

    /** Passes the rows of tables with a column of tests, without their heads. */
    private static final class RowsOfAttacks implements Predicate<String> {
        private boolean isInTable;

        @Override
        public boolean test(String line) {
            boolean isHead = line.equals("| attack | defence | test |");
            isInTable = isHead || isInTable && line.startsWith("|");
            return isInTable && line.startsWith("| ") && !isHead;
        }
    }

    // --- the rules
    // ------------------------------------------------------------------------------------------------------

    /** The tests of a source that would wait for an even and an odd commit. */
    private static Stream<String> inNoTurn(Source source) {
        return source.tests("").stream()
                .filter(test -> Stream.concat(source.tags().stream(), source.tagsOf(test).stream())
                        .toList()
                        .containsAll(Set.of("even", "odd")))
                .map(test -> source.name() + "." + test);
    }

    private static List<String> undefended(List<String> threats, List<Source> sources) {
        return threats.stream()
                .filter(row -> named(row).stream().noneMatch(test -> test.isInTheGate(sources)))
                .toList();
    }

    private static Stream<String> unknown(String row, List<Source> sources) {
        return named(row).stream().filter(test -> !test.exists(sources)).map(test -> test + " in: " + row);
    }

    /** A test as the list of attacks names it: a class, a class and a part of a name, or a file of JavaScript. */
    private record TestName(String type, String method) {
        boolean exists(List<Source> sources) {
            if (type.endsWith(".js")) return isFile();
            return sources.stream()
                    .filter(source -> source.name().equals(type))
                    .anyMatch(
                            source -> method.isEmpty() || !source.tests(method).isEmpty());
        }

        boolean isInTheGate(List<Source> sources) {
            if (type.endsWith(".js")) return isFile() && !SHARDS.contains("/" + type + "\n");
            Set<String> heirs = subtypes(Set.of(type), sources);
            boolean runs = sources.stream().anyMatch(it -> heirs.contains(it.name()) && it.isTest() && !it.isNightly());
            return runs
                    && sources.stream()
                            .filter(source -> source.name().equals(type) && !source.isNightly())
                            .anyMatch(source -> source.tests(method).stream()
                                    .anyMatch(test -> !source.tagsOf(test).contains("nightly")));
        }

        private boolean isFile() {
            try (var files = Files.find(Modules.TOP.resolve("js"), 3, (path, it) -> path.endsWith(type))) {
                return files.findFirst().isPresent();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<TestName> named(String row) {
        String[] cells = row.split("(?<!\\\\)\\|");
        List<TestName> tests = new ArrayList<>();
        String type = "";
        for (var code : CODE.matcher(cells[cells.length - 1])
                .results()
                .map(found -> found.group(1))
                .toList()) {
            if (code.endsWith(".test.js")) {
                tests.add(new TestName(code, ""));
                type = "";
                continue;
            }
            var name = JAVA.matcher(code);
            // Else a name in JavaScript, which is a sentence, or a command.
            if (!name.matches()) continue;
            if (name.group(1) != null) tests.add(new TestName(type = name.group(1), ""));
            else if (name.group(3) != null) tests.add(new TestName(type = name.group(3), name.group(4)));
            else if (!type.isEmpty()) tests.add(new TestName(type, name.group(2)));
        }
        return tests;
    }

    /** The classes of the list that aren't whole contracts, and the modules of stores without one. */
    private static List<String> storesWithoutContract(List<Source> sources) {
        var contracts = contracts("WithoutUnitsContract", sources).stream()
                .filter(source -> STORES.containsValue(source.name()))
                .toList();
        return Stream.concat(
                        STORES.values().stream()
                                .filter(name -> contracts.stream()
                                        .noneMatch(it -> it.name().equals(name))),
                        modulesWithout(contracts, "stores/(?!testkit$)[^/]+"))
                .toList();
    }

    private static List<String> hostsWithoutContract(List<Source> sources) {
        return modulesWithout(contracts("HostContract", sources), "hosts/(?!testkit$|spring-boot-dev$)[^/]+")
                .toList();
    }

    private static Stream<String> modulesWithout(List<Source> contracts, String modules) {
        return MODULES.stream()
                .filter(module -> module.matches(modules))
                .filter(module -> contracts.stream().noneMatch(it -> it.module().equals(module)));
    }

    /** The tests of that contract that run with every commit. */
    private static List<Source> contracts(String contract, List<Source> sources) {
        Set<String> types = subtypes(Set.of(contract), sources);
        return sources.stream()
                .filter(source -> source.isTest() && !source.isLeftOut() && types.contains(source.name()))
                .toList();
    }

    /** The modules of a build that is not for an application alone. */
    private static List<String> built(String pom) {
        var parts = List.of(pom.replaceAll("(?s)<!--.*?-->", "").split("<profile>"));
        return parts.stream()
                .filter(part -> part.equals(parts.get(0)) || part.contains("<name>!for</name>"))
                .flatMap(part -> MODULE.matcher(part).results())
                .map(found -> found.group(1))
                .toList();
    }

    private static Stream<String> disabled(Source source) {
        return DISABLED.matcher(source.code()).results().map(found -> source.name() + " has " + found.group());
    }

    /** Classes with tests, own or inherited, whose names Surefire or the fast loop doesn't look for. */
    private static List<String> misnamed(List<Source> sources) {
        Set<String> types = subtypes(names(sources, Source::hasTests), sources);
        return sources.stream()
                .filter(source -> types.contains(source.name()) && !source.isAbstract() && !source.isTest())
                .map(Source::name)
                .toList();
    }

    private static Set<String> names(List<Source> sources, Predicate<Source> filter) {
        return sources.stream().filter(filter).map(Source::name).collect(Collectors.toSet());
    }

    /** These types and all that extend or implement one of them. */
    private static Set<String> subtypes(Set<String> of, List<Source> sources) {
        Set<String> types = new HashSet<>(of);
        boolean grows = true;
        while (grows) {
            grows = sources.stream()
                    .filter(source -> source.supertypes().stream().anyMatch(types::contains))
                    .map(Source::name)
                    .collect(Collectors.toSet())
                    .stream()
                    .map(types::add)
                    .reduce(false, Boolean::logicalOr);
        }
        return types;
    }

    private static List<String> misplaced(List<String> shards, List<Source> sources) {
        List<String> problems = new ArrayList<>();
        Map<String, Integer> rows = new TreeMap<>();
        for (String row : shards) {
            String[] cells = row.split("\t");
            if (cells.length != 3 || !cells[0].matches("[1-6]") || !cells[1].matches("build|java|js"))
                problems.add("not a row: " + row);
            else rows.merge(cells[1] + " " + cells[2], 1, Integer::sum);
        }
        Set<String> nightly = subtypes(names(sources, Source::hasNightlyTests), sources);
        var modules = modules(sources, it -> it.isTest() && nightly.contains(it.name()));
        for (String module : modules) {
            int count = rows.getOrDefault("java " + module, 0);
            if (count != 1) problems.add(module + " is in " + count + " shards");
        }
        rows.keySet().stream()
                .filter(row -> row.startsWith("java ") && !modules.contains(row.substring(5)))
                .forEach(row -> problems.add(row.substring(5) + " has no test of the night"));
        return problems;
    }

    private static Collection<String> modules(List<Source> sources, Predicate<Source> filter) {
        return sources.stream().filter(filter).map(Source::module).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Source> changed(String name, UnaryOperator<String> change) {
        return sources.stream()
                .map(it -> it.name().equals(name) ? new Source(it.module(), name, change.apply(it.text())) : it)
                .toList();
    }

    private List<Source> tagged(String name, String tag) {
        return changed(name, text -> text.replaceFirst("\\nclass ", "\n@Tag(\"" + tag + "\")\nclass "));
    }

    private List<Source> renamed(String name, String other) {
        return sources.stream()
                .map(it -> it.name().equals(name)
                        ? new Source(it.module(), other, it.text().replace(name, other))
                        : it)
                .toList();
    }

    /** The sources as a gate sees them that leaves out the other turn. */
    private List<Source> inTurn(String other) {
        var tag = "@Tag(\"" + other + "\")";
        return sources.stream()
                .map(it -> it.text().contains(tag)
                        ? new Source(it.module(), it.name(), it.text().replace(tag, "@Tag(\"nightly\")"))
                        : it)
                .toList();
    }

    private List<Source> without(String name) {
        return sources.stream().filter(source -> !source.name().equals(name)).toList();
    }

    private static List<String> with(List<String> rows, String... more) {
        return Stream.concat(rows.stream(), Arrays.stream(more)).toList();
    }
}
