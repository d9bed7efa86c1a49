package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.tests.fault.FaultCase;
import dev.cardea.tests.fault.FaultCases;
import dev.cardea.tests.fault.NotReplayed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the known faults is written from their declarations. */
class FaultsPageTest {
    private static final Path PAGE = Path.of("../../docs/faults.md");
    private static final String COMMAND = "mvn -q -pl tests/core-tests -am test -Dtest=FaultsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=faults";

    @Test
    void the_page_lists_every_fault() throws IOException {
        var page = page();
        if ("faults".equals(System.getProperty("cardea.write"))) Files.writeString(PAGE, page);
        assertThat(Files.readString(PAGE))
                .as("stale; write it with: " + COMMAND)
                .isEqualTo(page);
    }

    private static String page() {
        var text = new StringBuilder("""
                # Known faults of sign-ins

                The causes of failed logins that `cardea explain` and `Recorder.of(auth)` recognize, with their remedies. To explain a
                failure, start with [diagnose a failed sign-in](guides/diagnose-a-failed-sign-in.md), and look up the number of the
                cause here. This page is generated.

                The certainty is the highest that a fault can have. It's lower if Cardea couldn't match the first request of the
                sign-in by its cookie. The last column says how a test reproduces the fault.

                """);
        text.append("`cardea explain --replay` runs ")
                .append(Faults.ALL.size() - NotReplayed.REASONS.size())
                .append(" of these ")
                .append(Faults.ALL.size())
                .append(" faults again from their traces, and a test compares the errors. It can't run these:\n\n");
        for (var fault : Faults.ALL) {
            var reason = NotReplayed.REASONS.get(fault.id());
            if (reason != null)
                text.append("- ").append(fault.id()).append(": ").append(reason).append('\n');
        }
        text.append("""

                | Number | Fault | Error | Certainty | Fix | Test |
                |---|---|---|---|---|---|
                """);
        for (var fault : Faults.ALL) {
            text.append("| ").append(fault.id());
            text.append(" | ").append(fault.title());
            text.append(" | ").append(errors(fault.id()));
            text.append(" | ").append(fault.certainty().label());
            text.append(" | ").append(fault.remedy());
            text.append(" | ").append(shown(fault.id())).append(" |\n");
        }
        return text.toString();
    }

    /** The page of the errors reads this column. */
    private static String errors(String fault) {
        return FaultCases.ALL.stream()
                .filter(it -> it.cause().equals(fault))
                .map(it -> it.error().code())
                .distinct()
                .map(code -> "[" + code + "](errors.md#" + code.toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String shown(String fault) {
        return FaultCases.ALL.stream()
                .filter(it -> it.cause().equals(fault))
                .map(FaultCase::name)
                .collect(Collectors.joining("; "));
    }

    @Test
    void every_fault_is_shown_by_a_real_failure() {
        assertThat(Faults.ALL)
                .hasSize(60)
                .allSatisfy(
                        fault -> assertThat(shown(fault.id())).as(fault.id()).isNotEmpty());
    }
}
