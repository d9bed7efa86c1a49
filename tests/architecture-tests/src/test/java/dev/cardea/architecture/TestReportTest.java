package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict of the gate on what Maven reports, by {@code .ci/TestReport.java}. */
@Tag("process")
class TestReportTest {
    private static final String FLAKY = "<flakyFailure type='Assertion' message='first'>stack</flakyFailure>";
    private static final String FAILED = "<failure type='Assertion' message='always'>stack</failure>";

    @TempDir
    private static Path classes;

    @TempDir
    private Path clone;

    /** Once for all tests: {@code java TestReport.java} would compile it at each start. */
    @BeforeAll
    static void compile() {
        var source = Modules.TOP.resolve(".ci/TestReport.java").toString();
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source);
        assertThat(code).isZero();
    }

    @BeforeEach
    void module() throws IOException {
        source("SoundTest", "class SoundTest { @Test void holds() {} }");
        report("SoundTest", test("holds", ""), test("rests", "<skipped message='no database'/>"));
    }

    /** How a run of the verdict ended. */
    private record Verdict(int code, String output) {}

    @Test
    void green_tests_are_counted_and_the_slowest_are_listed() throws Exception {
        var verdict = verdict();
        assertThat(verdict.code()).isZero();
        assertThat(verdict.output()).contains("     1.5  SoundTest.holds").endsWith("1 passed, 0 failed, 1 skipped\n");
    }

    @Test
    void a_test_that_is_red_twice_is_red() throws Exception {
        report("RedTest", test("breaks", FAILED));
        assertRed("RED: org.example.RedTest.breaks: Assertion: always", "1 passed, 1 failed, 1 skipped");
    }

    @Test
    void two_tests_may_be_red_once_and_both_outcomes_are_printed() throws Exception {
        report("FlakyTest", test("one", FLAKY), test("two", FLAKY));
        var verdict = verdict();
        assertThat(verdict.code()).isZero();
        assertThat(verdict.output())
                .contains("FLAKY org.example.FlakyTest.one\n  first:  Assertion: first\n  second: green\n");
    }

    @Test
    void a_third_one_is_red() throws Exception {
        report("FlakyTest", test("one", FLAKY), test("two", FLAKY), test("three", FLAKY));
        assertRed("RED: 3 tests were flaky; at most 2 may be");
    }

    @Test
    void a_flaky_test_of_a_class_that_the_change_touched_is_red() throws Exception {
        report("FlakyTest", test("one", FLAKY));
        var changed = Files.writeString(clone.resolve("changed.txt"), "lib/src/test/java/org/example/FlakyTest.java\n");
        assertRed(
                List.of("--changed", changed.toString()), "FlakyTest.one is flaky, and this change touched its class");
    }

    @Test
    void a_test_that_was_red_once_in_the_fast_loop_counts_as_any_other() throws Exception {
        report("FlakyTest", test("one", FLAKY));
        var output = Files.writeString(clone.resolve("fast-loop.log"), """
                FLAKY org.example.LoopTest.runs
                FLAKY org.example.LoopTest.waits
                Failures (2):
                  JUnit Jupiter:LoopTest:waits()
                    MethodSource [className = 'org.example.LoopTest', methodName = 'waits', methodParameterTypes = '']
                    => java.lang.AssertionError:\s
                Expected: 1
                       org.example.LoopTest.waits(LoopTest.java:20)
                  JUnit Jupiter:LoopTest:runs()
                    MethodSource [className = 'org.example.LoopTest', methodName = 'runs', methodParameterTypes = '']
                    => java.util.NoSuchElementException: No value present
                       org.example.LoopTest.runs(LoopTest.java:10)
                """);
        assertRed(
                List.of("--flaky", output.toString()),
                "LoopTest.runs\n  first:  in the fast loop: => java.util.NoSuchElementException: No value present\n",
                "LoopTest.waits\n  first:  in the fast loop: => java.lang.AssertionError: Expected: 1\n",
                "RED: 3 tests were flaky; at most 2 may be");
    }

    @Test
    void what_was_green_in_the_fast_loop_counts_and_it_judges_the_rest_itself() throws Exception {
        source("LoopTest", "class LoopTest { @Test void holds() {} }");
        assertRed(List.of("--expect", "nightly"), "LoopTest.java has run");
        report("LoopTest", test("runs", ""), test("slips", FAILED));
        var loop = Files.createDirectory(clone.resolve("fast-loop"));
        Files.move(
                clone.resolve("lib/target/surefire-reports/TEST-org.example.LoopTest.xml"),
                loop.resolve("TEST-junit-jupiter.xml"));
        var verdict = verdict("--expect", "nightly", "--fast-loop", loop.toString());
        assertThat(verdict.code()).isZero();
        assertThat(verdict.output()).endsWith("2 passed, 0 failed, 1 skipped\n");
    }

    @Test
    void of_the_reports_of_a_bare_machine_only_flaky_tests_count() throws Exception {
        source("BareTest", "class BareTest { @Test void holds() {} }");
        report("BareTest", test("rests", "<skipped message='no database'/>"), test("one", FLAKY));
        var reports = clone.resolve("lib/target/surefire-reports");
        var report = reports.resolve("TEST-org.example.BareTest.xml");
        Files.move(report, reports.resolve("TEST-org.example.BareTest-on-bare.xml"));
        assertThat(verdict().output())
                .contains("FLAKY org.example.BareTest.one")
                .endsWith("2 passed, 0 failed, 1 skipped\n");
        var changed = Files.writeString(clone.resolve("changed.txt"), "lib/src/test/java/org/example/BareTest.java\n");
        assertRed(List.of("--changed", changed.toString()), "and this change touched its class");
    }

    @Test
    void a_test_in_quarantine_is_printed_and_not_red_until_its_date() throws Exception {
        report("RedTest", test("breaks", FAILED));
        quarantine("RedTest.breaks", LocalDate.now().plusDays(14));
        var verdict = verdict();
        assertThat(verdict.code()).isZero();
        assertThat(verdict.output()).contains("QUARANTINED until", "RedTest.breaks (a slow clock)");

        quarantine("RedTest.breaks", LocalDate.now().minusDays(1));
        assertRed("RedTest.breaks until");
        quarantine("RedTest.breaks", LocalDate.now().plusDays(16));
        assertRed("more than 14 days ahead");
    }

    @Test
    void a_quarantine_is_of_one_test_with_all_its_parameters() throws Exception {
        report("RedTest", test("breaks(String)[1]", FAILED));
        quarantine("org.example.RedTest.breaks", LocalDate.now());
        assertThat(verdict().code()).isZero();
        quarantine("RedTest.break", LocalDate.now());
        assertRed("RED: org.example.RedTest.breaks(String)[1]: Assertion: always");
        quarantine("", LocalDate.now());
        assertRed("expected test, cause and date");
    }

    @Test
    void a_class_without_a_report_is_red_unless_it_is_of_the_night() throws Exception {
        source("LaterTest", "@Tag(\"nightly\")\nclass LaterTest { @Test void holds() {} }");
        source("AbstractTest", "abstract class AbstractTest { @Test void holds() {} }");
        assertThat(verdict("--expect", "nightly").code()).isZero();
        source("GoneTest", "class GoneTest { @Test void holds() {} }");
        assertRed(List.of("--expect", "nightly"), "no test of lib/src/test/java/org/example/GoneTest.java has run");
    }

    @Test
    void a_report_of_another_class_with_that_name_or_of_another_JDK_says_nothing_about_it() throws Exception {
        source("GoneTest", "class GoneTest { @Test void holds() {} }");
        report("GoneTest", test("holds", "").replace("TYPE", "TYPE(on-17)"));
        report("other.GoneTest", test("holds", ""));
        assertRed(List.of("--expect", "nightly"), "no test of lib/src/test/java/org/example/GoneTest.java has run");
    }

    @Test
    void a_class_may_skip_what_it_inherits_but_nothing_that_it_declares() throws Exception {
        assertThat(verdict("--expect", "nightly").code()).isZero();
        source("SoundTest", "class SoundTest extends Contract { @Test void holds() {} @Test void rests() {} }");
        assertRed(List.of("--expect", "nightly"), "RED: org.example.SoundTest.rests was skipped: no database");
    }

    @Test
    void a_class_of_which_everything_is_skipped_has_not_run() throws Exception {
        source("IdleTest", "class IdleTest extends StoreContract {}");
        report("IdleTest", test("rests", "<skipped message='no database'/>"));
        assertRed(List.of("--expect", "nightly"), "no test of lib/src/test/java/org/example/IdleTest.java has run");
    }

    @Test
    void a_module_without_a_test_that_ran_is_red_where_one_must() throws Exception {
        assertThat(verdict("--modules", "lib").code()).isZero();
        assertRed(List.of("--modules", "lib,server"), "RED: no test of server has run");
    }

    @Test
    void no_report_at_all_is_red() throws Exception {
        Files.delete(clone.resolve("lib/target/surefire-reports/TEST-org.example.SoundTest.xml"));
        assertThat(verdict().code()).isEqualTo(1);
    }

    @Test
    void a_report_that_was_cut_off_is_red() throws Exception {
        Files.writeString(
                clone.resolve("lib/target/surefire-reports/TEST-org.example.CutTest.xml"), "<testsuite><test");
        assertThat(verdict().code()).isEqualTo(1);
    }

    private void assertRed(String... lines) throws Exception {
        assertRed(List.of(), lines);
    }

    private void assertRed(List<String> options, String... lines) throws Exception {
        var verdict = verdict(options.toArray(String[]::new));
        assertThat(verdict.code()).isEqualTo(1);
        assertThat(verdict.output()).contains(lines);
    }

    private Verdict verdict(String... options) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var program =
                Stream.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes.toString(), "TestReport");
        var command = Stream.concat(program, Arrays.stream(options));
        var process = new ProcessBuilder(command.toList())
                .directory(clone.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes());
        return new Verdict(process.waitFor(), output);
    }

    private void source(String name, String text) throws IOException {
        var folder = Files.createDirectories(clone.resolve("lib/src/test/java/org/example"));
        Files.createDirectories(clone.resolve("lib/target"));
        Files.writeString(folder.resolve(name + ".java"), "package org.example;\n\n" + text + "\n");
    }

    private void report(String type, String... tests) throws IOException {
        var folder = Files.createDirectories(clone.resolve("lib/target/surefire-reports"));
        var suite = "<testsuite>" + String.join("", tests).replace("TYPE", "org.example." + type) + "</testsuite>";
        Files.writeString(folder.resolve("TEST-org.example." + type + ".xml"), suite);
    }

    private static String test(String name, String outcome) {
        return "<testcase classname='TYPE' name='" + name + "' time='1.5'>" + outcome + "</testcase>";
    }

    private void quarantine(String test, LocalDate until) throws IOException {
        Files.createDirectories(clone.resolve(".ci"));
        Files.writeString(clone.resolve(".ci/quarantine.txt"), test + "\ta slow clock\t" + until + "\n");
    }
}
