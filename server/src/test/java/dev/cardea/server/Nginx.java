package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real nginx on a port of this machine, with the content of its {@code http} block. */
final class Nginx implements AutoCloseable {
    private static final String FRAME = """
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
            %2$s
            }
            """;

    private final Process process;

    private Nginx(Process process) {
        this.process = process;
    }

    /** Skips the test where nginx is not installed, unless every program is required. */
    static Nginx start(Path folder, int port, String http) throws Exception {
        var nginx = Require.program("nginx");
        var file = Files.writeString(folder.resolve("nginx.conf"), FRAME.formatted(folder, http));
        var log = folder.resolve("nginx.log");
        var process = new ProcessBuilder(nginx.toString(), "-p", folder.toString(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Eventually.isTrue("nginx listens or has ended", () -> listens(port) || !process.isAlive());
        assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        return new Nginx(process);
    }

    private static boolean listens(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
