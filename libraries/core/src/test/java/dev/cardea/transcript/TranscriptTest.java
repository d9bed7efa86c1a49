package dev.cardea.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every recorded case of the reference against the core: equal, equal under a rule, or different as the list says. */
class TranscriptTest {
    @TestFactory
    Stream<DynamicTest> answers_as_the_reference_but_for_decided_differences() {
        var all = ListedDifference.all();
        return Transcript.all().stream()
                .map(transcript -> dynamicTest(transcript.name(), () -> {
                    var listed = ListedDifference.of(transcript, all);
                    assertThat(Comparison.of(transcript).difference())
                            .as(listed.reason())
                            .isEqualTo(listed.difference());
                }));
    }

    @Test
    void lists_only_cases_that_exist_and_differ_each_with_a_reason() {
        var names = Transcript.all().stream().map(Transcript::name).toList();
        ListedDifference.all().forEach((name, listed) -> {
            assertThat(names).contains(name);
            assertThat(listed.reason())
                    .doesNotStartWith("- ")
                    .doesNotStartWith("+ ")
                    .isNotBlank();
            assertThat(listed.difference()).isNotEmpty().allMatch(line -> line.matches("[+-] .+"));
        });
    }

    @Test
    void has_no_rule_that_never_applies() {
        var applied = new HashSet<Rule>();
        for (var transcript : Transcript.all()) {
            applied.addAll(
                    Rules.rewrite(transcript, RecordedOutcome.of(transcript)).applied());
        }
        assertThat(Rules.ALL).allMatch(applied::contains);
    }

    @Test
    void the_page_tells_users_of_every_rule() throws IOException {
        var told = Files.readString(Path.of("../../docs/differences.md"));
        assertThat(Rules.ALL)
                .extracting(Rule::row)
                .allSatisfy(row -> assertThat(told).contains("\n| " + row + " |"));
    }
}
