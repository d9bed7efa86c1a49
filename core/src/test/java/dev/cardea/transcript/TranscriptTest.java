package dev.cardea.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every recorded case of the reference against the core: equal, equal under a rule, or a listed difference. */
class TranscriptTest {
    static final List<String> FILES = List.of(
            "http-basic",
            "http-edge",
            "http-email",
            "http-login-matrix",
            "http-oauth",
            "http-pages",
            "http-providers-special",
            "http-proxy-merge",
            "http-session-db-credentials",
            "http-session-jwt",
            "assert-base",
            "assert-cred",
            "assert-db",
            "assert-email",
            "assert-endpoints",
            "assert-webauthn");

    @TestFactory
    Stream<DynamicTest> answers_as_the_reference_but_for_decided_differences() throws IOException {
        var listed = listed();
        return cases().stream()
                .map(transcript -> dynamicTest(transcript.name(), () -> {
                    var difference = Survey.difference(transcript);
                    var reason = listed.get(transcript.number());
                    if (reason == null) assertThat(difference).isEmpty();
                    else
                        assertThat(difference)
                                .as("listed, and yet equal: " + reason)
                                .isNotEmpty();
                }));
    }

    @Test
    void lists_only_cases_that_exist_each_with_a_reason() throws IOException {
        var numbers = cases().stream().map(Transcript::number).toList();
        listed().forEach((number, reason) -> {
            assertThat(numbers).contains(number);
            assertThat(reason).isNotBlank();
        });
    }

    @Test
    void has_no_rule_that_never_applies() {
        var applied = new LinkedHashSet<String>();
        for (var transcript : cases()) applied.addAll(Rules.applied(transcript, new Replay(transcript).expected()));
        assertThat(Rules.ALL).extracting(Rules.Rule::sentence).allMatch(applied::contains);
    }

    private static List<Transcript> cases() {
        var cases = new ArrayList<Transcript>();
        for (var file : FILES) cases.addAll(Transcript.of(file));
        return cases;
    }

    private static Map<String, String> listed() throws IOException {
        var listed = new LinkedHashMap<String, String>();
        try (var in = TranscriptTest.class.getResourceAsStream("/vectors/differences.txt")) {
            for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) continue;
                var parts = line.split(" \\| ", 2);
                listed.put(parts[0].trim(), parts[1].trim());
            }
        }
        return listed;
    }
}
