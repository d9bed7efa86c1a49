package dev.cardea.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;

/** The program of Prometheus that checks what a server answers to a scrape. */
final class Promtool {
    private Promtool() {}

    /** Returns what {@code promtool check metrics} finds; empty if there is nothing to mend. */
    static String findings(String scrape) throws Exception {
        var check = new ProcessBuilder(Require.program("promtool").toString(), "check", "metrics")
                .redirectErrorStream(true)
                .start();
        try (var in = check.getOutputStream()) {
            in.write(scrape.getBytes(UTF_8));
        }
        var findings = new String(check.getInputStream().readAllBytes(), UTF_8);
        assertThat(check.waitFor() == 0).as(findings).isEqualTo(findings.isEmpty());
        return findings;
    }
}
