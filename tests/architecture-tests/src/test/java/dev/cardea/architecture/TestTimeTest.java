package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.architecture.TestSources.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A test does not depend on how fast a machine is. {@code frozen.txt} lists the lines from before these rules; it may only
 * shrink.
 */
class TestTimeTest {
    private static final int SHORTEST_SECONDS = 30;

    private static final Pattern SLEEP = Pattern.compile("\\bThread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\(");
    /** PostgreSQL takes such a port, too, unless its builder sets another first. */
    private static final Pattern PORT = Pattern.compile(
            "new ServerSocket\\(0\\)|EmbeddedPostgres\\.(?:start\\(\\)|builder\\(\\)(?!\\s*\\.setPort\\())");

    private static final Pattern CALLBACK = Pattern.compile("(?<!forEach\\(|map\\()\\b(\\w+)::add\\b");
    private static final Pattern LIST =
            Pattern.compile("\\b(\\w+) = new (?:ArrayList|LinkedList|ArrayDeque|HashSet)\\b");

    /** Waiting for a time, with the number and its unit. Milliseconds are a pause between two looks. */
    private static final Pattern WAIT = Pattern.compile(
            "\\.(?:get|await|awaitTermination|join|poll|waitFor|orTimeout|tryAcquire)\\(([\\d_]+), (?:TimeUnit\\.)?(SECONDS|MINUTES)\\)"
                    + "|@Timeout\\((?:value = )?([\\d_]+)"
                    + "|(?:assertTimeout\\w*|isLessThan\\w*|hasMillis\\w*|isBefore)\\(Duration\\.of(\\w+)\\(([\\d_]+)\\)");

    @Test
    void no_test_waits_by_sleeping() {
        FrozenViolations.check("sleep", lines(SLEEP));
    }

    /** Another program may take the port before the test's own listens; {@code FreePorts} has those that none takes. */
    @Test
    void no_test_takes_the_port_of_a_socket_that_is_closed() {
        FrozenViolations.check("port", lines(PORT));
    }

    /** It is written by another thread while the test reads it; {@code CopyOnWriteArrayList} is safe. */
    @Test
    void no_bare_list_is_a_callback() {
        List<String> violations = new ArrayList<>();
        for (Source source : TestSources.ALL) {
            var lists = LIST.matcher(source.text())
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            CALLBACK.matcher(source.text())
                    .results()
                    .filter(found -> lists.contains(found.group(1)))
                    .forEach(found -> violations.add(source.name() + ": " + found.group()));
        }
        FrozenViolations.check("callback", violations);
    }

    /** A latency is measured at night, and an order or a latch says the rest. */
    @Test
    void no_test_of_the_gate_has_an_upper_bound_below_thirty_seconds() {
        List<String> violations = new ArrayList<>();
        for (Source source : TestSources.ALL) {
            if (source.isNightly() || source.name().equals("TestTimeTest")) continue;
            WAIT.matcher(source.text())
                    .results()
                    .filter(found -> seconds(found) < SHORTEST_SECONDS)
                    .filter(found -> !source.isAtNight(found.start()))
                    .forEach(found -> violations.add(source.name() + ": " + line(source.text(), found.start())));
        }
        FrozenViolations.check("bound", violations);
    }

    @Test
    void a_bound_is_read_with_its_unit() {
        assertThat(Stream.of(
                                ".get(5, TimeUnit.SECONDS)",
                                ".await(2, MINUTES)",
                                "@Timeout(10)",
                                "isLessThan(Duration.ofMillis(300))",
                                "assertTimeout(Duration.ofMinutes(1))")
                        .flatMap(text -> WAIT.matcher(text).results())
                        .map(TestTimeTest::seconds))
                .containsExactly(5L, 120L, 10L, 0L, 60L);
    }

    private static long seconds(MatchResult found) {
        if (found.group(3) != null) return number(found.group(3));
        String unit = found.group(2) != null ? found.group(2) : found.group(4);
        long number = number(found.group(2) != null ? found.group(1) : found.group(5));
        return switch (unit.toUpperCase(Locale.ROOT)) {
            case "NANOS" -> 0;
            case "MILLIS" -> number / 1000;
            case "SECONDS" -> number;
            case "MINUTES" -> number * 60;
            default -> number * 3600;
        };
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace("_", ""));
    }

    private static List<String> lines(Pattern pattern) {
        return TestSources.ALL.stream()
                // The one place that waits.
                .filter(source -> !source.name().equals("Eventually"))
                .flatMap(source -> pattern.matcher(source.text())
                        .results()
                        .map(found -> source.name() + ": " + line(source.text(), found.start())))
                .toList();
    }

    private static String line(String text, int position) {
        return text.substring(text.lastIndexOf('\n', position) + 1, text.indexOf('\n', position))
                .strip();
    }
}
