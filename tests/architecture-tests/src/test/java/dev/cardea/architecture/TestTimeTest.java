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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A test does not depend on how fast a machine is. {@code frozen.txt} lists the lines from before these rules; it may only
 * shrink.
 */
class TestTimeTest {
    private static final int SHORTEST_SECONDS = 30;

    /** Without this one, which has an example of each violation. */
    private static final List<Source> SOURCES = TestSources.ALL.stream()
            .filter(source -> !source.name().equals("TestTimeTest"))
            .toList();

    private static final Pattern SLEEP = Pattern.compile("\\b(?:sleep|parkNanos|parkUntil)\\((?!\\))");

    /** PostgreSQL takes such a port, too, unless its builder sets another first. */
    private static final Pattern PORT = Pattern.compile("new ServerSocket\\(0\\)"
            + "|new ServerSocket\\(0,[^;{]*\\)(?:\\.close\\(\\)|\\.getLocalPort\\(\\))"
            + "|new ServerSocket\\(0,[^;{]*\\) \\{[^;]*\\.getLocalPort\\(\\);\\s*\\}"
            + "|(\\w+) = new ServerSocket\\(0,(?:[^;]*;){1,2}\\s*\\1\\.close\\(\\)"
            + "|EmbeddedPostgres\\.(?:start\\(\\)|builder\\(\\)(?!\\s*\\.setPort\\())");

    private static final Pattern CALLBACK = Pattern.compile("(?<!forEach\\(|map\\()\\b(\\w+)::add\\b");
    private static final Pattern LIST =
            Pattern.compile("\\b(\\w+) = new (?:ArrayList|LinkedList|ArrayDeque|HashSet)\\b");

    private static final String NUMBER = "\\s*([\\d_]+)L?";
    private static final String UNIT = "\\s*[\\w.]*\\b([A-Z]*SECONDS|MILLIS|MICROS|NANOS|MINUTES|HOURS)";

    /** Waiting for a time, with a number and its unit, in any order; {@code join} is one of milliseconds. */
    private static final List<Pattern> WAITS = Stream.of(
                    "\\b(?:get|await|awaitTermination|poll|offer|waitFor|orTimeout|completeOnTimeout|tryAcquire|tryLock"
                            + "|succeedsWithin|failsWithin|within)\\((?:[^(),;]*,)?" + NUMBER + "," + UNIT + "\\)",
                    "\\.(join)\\(" + NUMBER + "\\)",
                    "@Timeout\\((?:value = )?" + NUMBER + "(?:, unit =" + UNIT + ")?",
                    "@Timeout\\(unit =" + UNIT + ", value =" + NUMBER,
                    "\\b(?:assertTimeout\\w*|isLessThan\\w*|isBefore\\w*|succeedsWithin|failsWithin)"
                            + "\\(\\s*(?:Duration\\.)?of([A-Z]\\w+)\\(" + NUMBER,
                    "\\b(?:isBetween|isCloseTo)\\([^;]*,\\s*(?:Duration\\.)?of([A-Z]\\w+)\\(" + NUMBER)
            .map(Pattern::compile)
            .toList();

    /** Part of the statement of a pause between two looks, or of a wait that has to time out. */
    private static final Pattern PAUSE = Pattern.compile("^\\s*(?:var ignored = )?[\\w.]+\\.(?:await|waitFor)\\("
            + "|(?:\\bwhile \\(|&& )![\\w.]+\\.(?:await|waitFor)\\(|assertThatThrownBy\\(|\\.isFalse\\(\\)");

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
        for (Source source : SOURCES) {
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
        for (Source source : SOURCES) {
            if (source.isNightly()) continue;
            waits(source.text())
                    .filter(found -> seconds(found) < SHORTEST_SECONDS)
                    .filter(found -> !source.isAtNight(found.start()))
                    .forEach(found -> violations.add(source.name() + ": " + line(source.text(), found.start())));
        }
        FrozenViolations.check("bound", violations);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    future.get(5, TimeUnit.SECONDS) | 5
                    assertThat(latch.await(2, MINUTES)).isTrue() | 120
                    for (var one : all) one.get(2_000, MILLISECONDS) | 2
                    assertThat(latch.await(1500, java.util.concurrent.TimeUnit.MILLISECONDS)).isTrue() | 1
                    queue.poll(5L, SECONDS) | 5
                    done.tryAcquire(3, 5, SECONDS) | 5
                    assertThat(future).succeedsWithin(1, SECONDS) | 1
                    assertThat(time).isCloseTo(now, within(1, ChronoUnit.MINUTES)) | 60
                    thread.join(2_000) | 2
                    @Timeout(10) | 10
                    @Timeout(value = 500, unit = TimeUnit.MILLISECONDS) void a() { assertThatThrownBy(() -> b()) | 0
                    @Timeout(unit = MINUTES, value = 2) | 120
                    isLessThan(Duration.ofMillis(300)) | 0
                    isLessThan(ofMillis(300)) | 0
                    isBetween(Duration.ZERO, Duration.ofSeconds(3)) | 3
                    assertTimeout( Duration.ofMinutes(1), () -> {}) | 60
                    assertTimeout(ofSeconds(1), () -> {}) | 1
                    succeedsWithin(Duration.ofHours(1)) | 3600
                    """)
    void a_bound_is_read_with_its_unit(String text, long seconds) {
        assertThat(waits(text + ";").map(TestTimeTest::seconds)).containsExactly(seconds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (!end.await(50, MILLISECONDS)) look();",
                "for (int i = 0; i < 600 && !end.await(100, MILLISECONDS); i++) look();",
                "process.waitFor(100, MILLISECONDS);",
                "assertThat(latch.await(300, MILLISECONDS)).isFalse();",
                "assertThatThrownBy(() -> future.get(300, MILLISECONDS)).isInstanceOf(TimeoutException.class);"
            })
    void a_pause_and_a_wait_that_has_to_time_out_are_no_bounds(String text) {
        assertThat(waits(text)).isEmpty();
    }

    @Test
    void each_way_to_sleep_is_found() {
        assertThat(Stream.of("Thread.sleep(5)", "SECONDS.sleep(1)", "LockSupport.parkNanos(5)", "sleep(1);"))
                .allMatch(text -> SLEEP.matcher(text).find());
    }

    @Test
    void the_port_of_a_socket_that_is_closed_is_found_and_of_one_that_listens_is_not() {
        assertThat(Stream.of(
                        "new ServerSocket(0)",
                        "new ServerSocket(0, 1, address).close();",
                        "try (var it = new ServerSocket(0, 1, address)) {\n    return it.getLocalPort();\n}",
                        "var it = new ServerSocket(0, 1, address);\nint port = it.getLocalPort();\nit.close();"))
                .allMatch(text -> PORT.matcher(text).find());
        assertThat(Stream.of(
                        "server = new ServerSocket(0, 1, address);",
                        "try (var it = new ServerSocket(0, 1, address)) {\n    run(it.getLocalPort());\n    end();\n}"))
                .noneMatch(text -> PORT.matcher(text).find());
    }

    private static Stream<MatchResult> waits(String text) {
        return WAITS.stream()
                .flatMap(pattern -> pattern.matcher(text).results())
                .filter(found -> !isPause(text, found));
    }

    /** Only a wait below a second is a pause. */
    private static boolean isPause(String text, MatchResult found) {
        if (!found.group().matches("(?s)\\w.*(?:MILLI|MICRO|NANO)SECONDS\\)")) return false;
        int begin = found.start();
        while (begin > 0 && ";{}".indexOf(text.charAt(begin - 1)) < 0) begin--;
        return PAUSE.matcher(text.substring(begin, Math.max(found.end(), text.indexOf(';', found.end()))))
                .find();
    }

    private static long seconds(MatchResult found) {
        boolean isFirst = Character.isDigit(found.group(1).charAt(0));
        long number = number(found.group(isFirst ? 1 : 2));
        String unit = isFirst ? found.group(2) : found.group(1);
        return switch (unit == null ? "SECONDS" : unit.toUpperCase(Locale.ROOT)) {
            case "NANOS", "NANOSECONDS", "MICROS", "MICROSECONDS" -> 0;
            case "MILLIS", "MILLISECONDS", "JOIN" -> number / 1000;
            case "SECONDS" -> number;
            case "MINUTES" -> number * 60;
            default -> number * 3600;
        };
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace("_", ""));
    }

    private static List<String> lines(Pattern pattern) {
        return SOURCES.stream()
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
