package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the list of promises and stores in the documentation against the sources. {@code -Dcardea.write=true} writes
 * it.
 */
class StoresDocumentTest {
    private static final Path ADAPTERS = adapters();
    private static final Path PAGE = ADAPTERS.resolveSibling("docs").resolve("stores-cases.md");
    private static final List<Class<?>> CONTRACTS = List.of(
            UserContract.class,
            AccountContract.class,
            AccountUpdatesContract.class,
            AccountIndexContract.class,
            UnverifiedEmailsContract.class,
            UserIndexContract.class,
            SessionContract.class,
            SessionIndexContract.class,
            SessionRegistryContract.class,
            TokenContract.class,
            UsedTokensContract.class,
            AuthenticatorContract.class,
            PasskeyRecordsContract.class,
            PasskeySignInsContract.class,
            ModuleRecordsContract.class,
            UnitOfWorkContract.class,
            UserLocksContract.class,
            FirstVerificationContract.class,
            CleanUpContract.class,
            LostAnswersContract.class,
            SignInContract.class);
    /** Tests of members of the application apply only if the store keeps those. */
    private static final String IF_OWN_FIELDS = "members_of_the_application_are_stored";

    /** Titles where the class name is not enough. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("Cluster", "Redis Cluster"),
            Map.entry("Cluster One Slot", "Redis Cluster, one slot"),
            Map.entry("Composed", "H2 and Redis"),
            Map.entry("Dynamo", "DynamoDB Local"),
            Map.entry("Dynamo Without Index", "DynamoDB Local, without index"),
            Map.entry("In Memory Adapter", "Memory"),
            Map.entry("Mariadb", "MariaDB"),
            Map.entry("Mongo", "MongoDB, imitated"),
            Map.entry("Mongo Replica Set", "MongoDB, imitated, with transactions"),
            Map.entry("One Node", "Redis"),
            Map.entry("Oracle Imitation", "Oracle, imitated"),
            Map.entry("Postgres", "PostgreSQL"),
            Map.entry("Sql Server Imitation", "SQL Server, imitated"));

    private static final Pattern TYPE = Pattern.compile(
            "(?m)^(abstract )?(?:class|interface) (\\w+)((?:\\s+(?:extends|implements)\\s+[\\w,\\s]+)*)\\{");
    private static final Pattern OWN_FIELDS = Pattern.compile("keepsOwnFields\\(\\) \\{\\s+return true");
    private static final Pattern OVERRIDDEN = Pattern.compile("@Override\\s+(?:public )?void (\\w+)\\(");

    /** A test class, as its source states it. */
    private record Source(
            String name, boolean isAbstract, boolean keepsOwnFields, List<String> above, Set<String> overridden) {}

    @Test
    void the_page_lists_what_is_tested() throws IOException {
        String page = page();
        if (Boolean.getBoolean("cardea.write")) Files.writeString(PAGE, page);

        assertThat(page)
                .as("write it with: mvn -pl stores/testkit test -Dtest=StoresDocumentTest -Dcardea.write=true")
                .isEqualTo(Files.readString(PAGE));
    }

    private static String page() throws IOException {
        var sources = sources();
        var stores = new TreeMap<String, Source>();
        for (var source : sources.values()) {
            if (source.isAbstract || source.name.equals("ProbedContractTest")) continue;
            if (!contracts(source, sources).isEmpty()) stores.put(title(source.name), source);
        }
        return """
                # What each store is tested for

                Compare the databases for users and sessions by their tests, or see what your own adapter has to pass. The contract of an
                adapter is a set of tests, one interface for each capability, and the same tests run on every store. A number is how
                many tests ran, with all their values. A dash means that the store doesn't have the capability. [Choose a
                store](stores.md) says what this means for your application. This page is *generated from the tests*.

                """ + table(stores, sources, name -> !isImitated(name)) + """

                ## Imitated stores

                These databases aren't available where this project is built. Their tests run on another program that imitates them.
                That proves less, because the tests don't find what the imitation does differently.

                """
                + table(stores, sources, StoresDocumentTest::isImitated) + "\n" + differences(stores, sources) + "\n"
                + cases();
    }

    private static boolean isImitated(String name) {
        return name.contains("imitated");
    }

    private static String table(Map<String, Source> stores, Map<String, Source> sources, Predicate<String> which) {
        var text = new StringBuilder("| tests on |");
        for (var contract : CONTRACTS) text.append(' ').append(title(contract)).append(" |");
        text.append(" all |\n|---|")
                .append("---:|".repeat(CONTRACTS.size() + 1))
                .append('\n');
        stores.forEach((name, source) -> {
            if (!which.test(name)) return;
            var has = contracts(source, sources);
            boolean keeps = keepsOwnFields(source, sources);
            text.append("| ").append(name).append(" |");
            int all = 0;
            for (var contract : CONTRACTS) {
                int count = has.contains(contract) ? count(contract, keeps) : 0;
                all += count;
                text.append(' ').append(count == 0 ? "–" : count).append(" |");
            }
            text.append(' ').append(all).append(" |\n");
        });
        return text.toString();
    }

    private static String differences(Map<String, Source> stores, Map<String, Source> sources) {
        var all = CONTRACTS.stream()
                .flatMap(contract -> cases(contract).stream())
                .map(Method::getName)
                .collect(Collectors.toSet());
        var text = new StringBuilder("## Tests with another outcome\n\n");
        text.append(
                "On these stores a test has another outcome, which the store's own test states. A value that a column\n");
        text.append("cannot hold is rejected, never truncated.\n\n");
        stores.forEach((name, source) -> {
            var overridden = collected(source, sources, Source::overridden).stream()
                    .filter(all::contains)
                    .sorted()
                    .map(StoresDocumentTest::sentence)
                    .toList();
            if (!overridden.isEmpty())
                text.append("- ")
                        .append(name)
                        .append(": ")
                        .append(String.join("; ", overridden))
                        .append('\n');
        });
        return text.toString();
    }

    private static String cases() {
        var text = new StringBuilder("## The tests\n");
        for (var contract : CONTRACTS) {
            text.append("\n### ").append(title(contract)).append("\n\n");
            for (var method : cases(contract)) {
                int times = times(method);
                text.append("- ").append(sentence(method.getName()));
                text.append(times == 1 ? "" : " (" + times + ")").append('\n');
            }
        }
        return text.toString();
    }

    /** Returns all types of all adapter tests, by name. */
    /** Also from the folder of another module, in which {@code ./check} runs the tests of all libraries. */
    private static Path adapters() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("stores"))) folder = folder.getParent();
        return folder.resolve("stores");
    }

    private static Map<String, Source> sources() throws IOException {
        List<Path> files;
        try (var all = Files.walk(ADAPTERS)) {
            files = all.filter(it -> it.toString().matches(".*/src/test/java/.*Contract(Test)?\\.java"))
                    .sorted()
                    .toList();
        }
        var sources = new LinkedHashMap<String, Source>();
        for (var file : files) {
            String text = Files.readString(file);
            var type = TYPE.matcher(text);
            if (!type.find()) continue;
            var above = Stream.of(type.group(3).split("[,\\s]+"))
                    .filter(it -> !it.isEmpty() && !it.equals("extends") && !it.equals("implements"))
                    .toList();
            var overridden =
                    OVERRIDDEN.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toSet());
            boolean isAbstract = type.group(1) != null || text.contains("\ninterface " + type.group(2));
            sources.put(
                    type.group(2),
                    new Source(
                            type.group(2), isAbstract, OWN_FIELDS.matcher(text).find(), above, overridden));
        }
        return sources;
    }

    private static Set<Class<?>> contracts(Source source, Map<String, Source> sources) {
        var named = collected(source, sources, Source::above);
        var has = Stream.concat(CONTRACTS.stream(), Stream.of(FullContract.class, WithoutUnitsContract.class))
                .filter(it -> named.contains(it.getSimpleName()))
                .toList();
        return CONTRACTS.stream()
                .filter(it -> has.stream().anyMatch(it::isAssignableFrom))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Collects the names of a type and of all its supertypes. */
    private static Set<String> collected(
            Source source, Map<String, Source> sources, Function<Source, Collection<String>> part) {
        var all = new LinkedHashSet<>(part.apply(source));
        for (var above : source.above) {
            var further = sources.get(above);
            if (further != null) all.addAll(collected(further, sources, part));
        }
        return all;
    }

    private static List<Method> cases(Class<?> contract) {
        return Arrays.stream(contract.getDeclaredMethods())
                .filter(it -> !Modifier.isPrivate(it.getModifiers()) && times(it) > 0)
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .toList();
    }

    private static int count(Class<?> contract, boolean keepsOwnFields) {
        return cases(contract).stream()
                .filter(it -> keepsOwnFields || !it.getName().equals(IF_OWN_FIELDS))
                .mapToInt(StoresDocumentTest::times)
                .sum();
    }

    private static boolean keepsOwnFields(Source source, Map<String, Source> sources) {
        return source.keepsOwnFields
                || source.above.stream()
                        .map(sources::get)
                        .anyMatch(above -> above != null && keepsOwnFields(above, sources));
    }

    private static int times(Method method) {
        if (method.isAnnotationPresent(Test.class)) return 1;
        if (!method.isAnnotationPresent(ParameterizedTest.class)) return 0;
        var values = method.getAnnotation(ValueSource.class);
        if (values != null) return values.strings().length + values.longs().length + values.ints().length;
        var source = Objects.requireNonNull(method.getAnnotation(MethodSource.class), method.getName());
        return switch (source.value()[0]) {
            case DifficultTexts.HOSTILE -> DifficultTexts.hostile().size();
            case DifficultTexts.UNKNOWN -> DifficultTexts.unknown().size();
            case DifficultTexts.ALIKE -> (int) DifficultTexts.alike().count();
            default -> throw new AssertionError(method.getName());
        };
    }

    private static String title(Class<?> contract) {
        return title(contract.getSimpleName()).toLowerCase(Locale.ROOT);
    }

    /** {@code MariadbDrizzleContractTest} becomes "Mariadb Drizzle". */
    private static String title(String name) {
        var words = new ArrayList<String>();
        for (var word : name.replaceFirst("Contract(Test)?$", "").split("(?<=[a-z0-9])(?=[A-Z])")) words.add(word);
        String title = String.join(" ", words);
        return TITLES.getOrDefault(
                title,
                title.replace("Mariadb", "MariaDB").replace("Sqlite", "SQLite").replace("Postgres", "PostgreSQL"));
    }

    private static String sentence(String name) {
        return name.replace('_', ' ');
    }
}
