package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The samples for proxies in front of a server and an application, without TLS and on free ports. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
@Tag("part")
@Tag("process")
class ProxySamplesTest {
    @TempDir
    static Path folder;

    private static Path archive;
    private static Launcher server;
    private static HttpServer application;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeAll
    static void start() throws Exception {
        archive = Archive.unpack(".tar.gz", folder.resolve("archive"));
        var config = Files.writeString(folder.resolve("cardea.yml"), """
                url: https://app.example.com
                trustedProxies: [127.0.0.0/8]
                """);
        server = Launcher.serve(archive, config, folder, Map.of());
        application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        application.createContext("/", exchange -> {
            try (exchange) {
                var said = "application at " + exchange.getRequestURI() + ", for "
                        + exchange.getRequestHeaders().getFirst("X-Forwarded-Proto");
                var body = said.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        application.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (application != null) application.stop(0);
        if (server != null) server.close();
    }

    @Test
    void nginx_sends_auth_to_the_server_and_the_rest_to_the_application() throws Exception {
        var program = Require.program("nginx").toString();
        int port = FreePorts.one();
        var site = sample("nginx.conf")
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
                .replaceAll("(?m)^ *ssl_certificate.*$", "");
        var temporary = folder.resolve("nginx");
        Files.createDirectories(temporary);
        var whole =
                "daemon off; master_process off; pid %1$s/pid; error_log %1$s/error.log; events {}\nhttp { access_log"
                        + " off; client_body_temp_path %1$s/a; proxy_temp_path %1$s/b; fastcgi_temp_path %1$s/c; uwsgi_temp_path"
                        + " %1$s/d; scgi_temp_path %1$s/e;\n%2$s}\n";
        var file = Files.writeString(temporary.resolve("nginx.conf"), whole.formatted(temporary, site));
        var nginx = new ProcessBuilder(program, "-c", file.toString(), "-e", temporary + "/start.log");
        serves(nginx, port, "http");
    }

    @Test
    void caddy_sends_auth_to_the_server_and_the_rest_to_the_application() throws Exception {
        var caddy = Require.program("caddy");
        int port = FreePorts.one();
        var site = "{\n\tadmin off\n}\n"
                + sample("Caddyfile").replace("app.example.com {", "http://127.0.0.1:" + port + " {");
        var file = Files.writeString(folder.resolve("Caddyfile"), site);
        var builder =
                new ProcessBuilder(caddy.toString(), "run", "--adapter", "caddyfile", "--config", file.toString());
        builder.environment().put("XDG_DATA_HOME", folder.toString());
        builder.environment().put("XDG_CONFIG_HOME", folder.toString());
        serves(builder, port, "http");
    }

    private static String sample(String name) throws IOException {
        var text = Files.readString(archive.resolve("proxy").resolve(name));
        assertThat(text).contains("127.0.0.1:3000", "127.0.0.1:8080", "app.example.com");
        return text.replace("127.0.0.1:3000", server.address().replace("http://", ""))
                .replace(
                        "127.0.0.1:8080",
                        "127.0.0.1:" + application.getAddress().getPort());
    }

    private void serves(ProcessBuilder command, int port, String scheme) throws Exception {
        var log = folder.resolve("proxy-" + port + ".log").toFile();
        var proxy = command.redirectErrorStream(true).redirectOutput(log).start();
        try {
            var site = "http://127.0.0.1:" + port;
            Eventually.isTrue("the proxy answers or has ended", () -> !proxy.isAlive() || answers(site));
            assertThat(get(site + "/auth/session"))
                    .as(Files.readString(log.toPath()))
                    .isEqualTo("null");
            assertThat(get(site + "/auth/providers")).isEqualTo("{}");
            assertThat(get(site + "/orders?open=1")).isEqualTo("application at /orders?open=1, for " + scheme);
        } finally {
            proxy.destroy();
            proxy.waitFor();
        }
    }

    private boolean answers(String site) throws Exception {
        try {
            get(site + "/auth/csrf");
            return true;
        } catch (ConnectException notYet) {
            return false;
        }
    }

    private String get(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
