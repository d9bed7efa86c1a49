package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes behind nginx are restarted, one after the other, at 200 requests a second. */
@Tag("process")
class RestartProcessTest {
    private static final int PER_SECOND = 200;
    private static final String NGINX = """
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            daemon off;
            worker_processes 1;
            events { worker_connections 256; }
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              upstream cardea {
                server 127.0.0.1:%3$d fail_timeout=1s;
                server 127.0.0.1:%4$d fail_timeout=1s;
                keepalive 16;
              }
              server {
                listen 127.0.0.1:%2$d;
                location /auth/ {
                  proxy_pass http://cardea;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $host;
                }
              }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void a_restart_of_each_process_in_turn_fails_no_request_and_signs_no_user_out() throws Exception {
        var nginx = Require.program("nginx");
        int[] ports = free(3);
        try (var database = SharedDatabase.start(folder)) {
            var tokens = database.sessions(8);
            var processes = new ArrayList<ServedProcess>();
            Process proxy = null;
            try {
                for (int i = 1; i <= 2; i++) processes.add(start(database, ports[i]));
                for (var each : processes) each.site();
                proxy = proxy(nginx, ports);
                try (var load = Load.of("http://127.0.0.1:" + ports[0], tokens, PER_SECOND)) {
                    load.await(PER_SECOND);
                    for (int i = 0; i < 2; i++) {
                        processes.get(i).terminate();
                        assertThat(processes.get(i).end(30)).isZero();
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
                if (proxy != null) proxy.destroy();
                processes.forEach(ServedProcess::close);
            }
        }
    }

    private ServedProcess start(SharedDatabase database, int port) throws Exception {
        var own = Files.createDirectories(folder.resolve("process-" + port));
        return ServedProcess.start(own, """
                secret: 0123456789abcdef0123456789abcdef
                port: %d
                url: http://127.0.0.1:3000
                session: { strategy: database }
                store: %s
                shutdown: { delay: 1 }
                """.formatted(port, database.url()));
    }

    private Process proxy(Path nginx, int[] ports) throws Exception {
        var file =
                Files.writeString(folder.resolve("nginx.conf"), NGINX.formatted(folder, ports[0], ports[1], ports[2]));
        var process = new ProcessBuilder(nginx.toString(), "-p", folder.toString(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        var probe = java.net.http.HttpClient.newHttpClient();
        var request = java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports[0] + "/auth/csrf"))
                .build();
        for (int i = 0; i < 600 && process.isAlive(); i++) {
            try {
                probe.send(request, java.net.http.HttpResponse.BodyHandlers.discarding());
                return process;
            } catch (java.io.IOException e) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        throw new AssertionError(Files.readString(folder.resolve("nginx.log")));
    }

    private static int[] free(int count) throws Exception {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) sockets.add(new ServerSocket(0));
        int[] ports = sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        for (var socket : sockets) socket.close();
        return ports;
    }
}
