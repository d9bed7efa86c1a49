package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes behind nginx are restarted, one after the other, at 200 requests a second. */
@Tag("process")
@Tag("part")
@Tag("odd")
class RestartProcessTest {
    private static final int PER_SECOND = 200;
    /** A process that was down a moment ago is asked again, as the other one may be down by now. */
    private static final String NGINX = """
              upstream cardea {
                server 127.0.0.1:%2$d max_fails=0;
                server 127.0.0.1:%3$d max_fails=0;
                keepalive 16;
              }
              server {
                listen 127.0.0.1:%1$d;
                location /auth/ {
                  proxy_pass http://cardea;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $host;
                }
              }
            """;

    @TempDir
    Path folder;

    @Test
    void a_restart_of_each_process_in_turn_fails_no_request_and_signs_no_user_out() throws Exception {
        Require.program("nginx");
        int[] ports = FreePorts.some(3);
        try (var database = SharedDatabase.start(folder)) {
            var tokens = database.sessions(8);
            var processes = new ArrayList<ServedProcess>();
            try {
                for (int i = 1; i <= 2; i++) processes.add(start(database, ports[i]));
                for (var each : processes) each.site();
                try (var proxy = Nginx.start(folder, ports[0], NGINX.formatted(ports[0], ports[1], ports[2]));
                        var load = Load.of("http://127.0.0.1:" + ports[0], tokens, PER_SECOND)) {
                    load.await(PER_SECOND);
                    for (int i = 0; i < 2; i++) {
                        processes.get(i).terminate();
                        assertThat(processes.get(i).end()).isZero();
                        load.await(50);
                        processes.set(i, start(database, ports[i + 1]));
                        processes.get(i).site();
                        load.await(PER_SECOND);
                    }
                    load.close();
                    assertThat(load.outcomes().keySet())
                            .as(() -> load.outcomes().toString())
                            .containsExactly("signed in");
                }
            } finally {
                processes.forEach(ServedProcess::close);
            }
        }
    }

    private ServedProcess start(SharedDatabase database, int port) throws Exception {
        var own = Files.createDirectories(folder.resolve("process-" + port));
        return ServedProcess.start(own, """
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                port: %d
                url: http://127.0.0.1:3000
                session: { strategy: database }
                store: { url: '%s', pool: { timeout: 60000 } }
                shutdown: { delay: 1 }
                """.formatted(port, database.url()));
    }
}
