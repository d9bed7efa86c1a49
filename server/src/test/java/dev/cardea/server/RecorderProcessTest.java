package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.recorder.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traces of a process are there after its end, however it ends. */
@Tag("process")
class RecorderProcessTest {
    private static final String CONFIG = """
            port: 0
            url: https://app.example
            secret: 3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests
            trustedProxies: [127.0.0.1]
            recorder: { folder: traces }
            management: { port: 0 }
            providers: [{ id: acme, type: oidc, issuer: 'https://id.example', clientId: a, clientSecret: b }]
            """;

    @TempDir
    Path folder;

    @Test
    void a_killed_process_leaves_whole_files_and_the_next_one_finds_them() throws Exception {
        String first = "";
        try (var killed = ServedProcess.start(folder, CONFIG)) {
            for (int i = 0; i < 60; i++) {
                var reference = failed(killed, i);
                if (i == 0) first = reference;
            }
            killed.process().destroyForcibly();
            assertThat(killed.end()).isNotZero();
        }
        var traces = traces();
        assertThat(traces).isNotEmpty();
        for (var trace : traces) assertThat(TraceFile.read(trace).error()).isPresent();
        try (var next = ServedProcess.start(folder, CONFIG)) {
            next.site();
            var answer = next.get(next.management() + "/traces/" + first);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("failed: InvalidCheck", "Remedy: ");
        }
    }

    @Test
    void a_failure_before_the_signal_to_stop_is_in_the_folder() throws Exception {
        try (var served = ServedProcess.start(folder, CONFIG)) {
            var reference = failed(served, 0);
            served.terminate();
            assertThat(served.end()).isZero();
            assertThat(TraceFile.find(folder.resolve("traces"), reference)).isPresent();
        }
    }

    /** Of a visitor in a network that no other visitor has. */
    private static String failed(ServedProcess served, int network) throws Exception {
        var answer = served.get(
                served.site() + "/auth/callback/acme?code=c&state=s", "X-Forwarded-For", "9.9." + network + ".1");
        return answer.headers().firstValue("Cardea-Error-Id").orElseThrow();
    }

    private List<Path> traces() throws IOException {
        try (var files = Files.list(folder.resolve("traces"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }
}
