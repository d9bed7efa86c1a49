package dev.cardea.examples.guides;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A reverse proxy that runs with the lines of a guide, until it is closed. */
final class ProxyProcess implements AutoCloseable {
    private static final String NGINX = """
            daemon off;
            worker_processes 1;
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/a;
              proxy_temp_path %1$s/b;
              fastcgi_temp_path %1$s/c;
              uwsgi_temp_path %1$s/d;
              scgi_temp_path %1$s/e;
              server {
                listen 127.0.0.1:%2$d;
                %3$s
              }
            }
            """;

    private static final String CADDY = """
            {
              admin off
              auto_https off
            }
            http://localhost:%d {
              %s
            }
            """;

    private final Path folder;
    private final Process process;

    private ProxyProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Starts nginx with these lines in its server, and waits until it listens. */
    static ProxyProcess nginx(Path folder, int port, String lines) throws Exception {
        var file = Files.writeString(folder.resolve("nginx.conf"), NGINX.formatted(folder, port, lines));
        var nginx = Require.program("nginx").toString();
        return start(folder, nginx, "-p", folder.toString(), "-c", file.toString())
                .listening(port);
    }

    /** Starts Caddy with these lines in its site, and waits until it listens. */
    static ProxyProcess caddy(Path folder, int port, String lines) throws Exception {
        return caddy(folder, CADDY.formatted(port, lines)).listening(port);
    }

    /** Starts Caddy with a whole file. It may not listen yet. */
    static ProxyProcess caddy(Path folder, String file) throws IOException {
        var path = Files.writeString(folder.resolve("Caddyfile"), file);
        var caddy = Require.program("caddy").toString();
        return start(folder, caddy, "run", "--adapter", "caddyfile", "--config", path.toString());
    }

    private static ProxyProcess start(Path folder, String... command) throws IOException {
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("proxy.log").toFile());
        for (var name : List.of("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")) {
            builder.environment().put(name, folder.toString());
        }
        return new ProxyProcess(folder, builder.start());
    }

    private ProxyProcess listening(int port) throws Exception {
        Eventually.isTrue("the proxy listens or has ended", () -> !process.isAlive() || listens(port));
        if (process.isAlive()) return this;
        throw new AssertionError(log());
    }

    private static boolean listens(int port) {
        try (var socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote so far. */
    String log() throws IOException {
        return Files.readString(folder.resolve("proxy.log"));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
