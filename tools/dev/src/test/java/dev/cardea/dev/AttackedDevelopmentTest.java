package dev.cardea.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cardea.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cardea dev} before an application, under all attacks of {@code cardea doctor --attack}: two processes. */
@Tag("process")
@Tag("nightly")
class AttackedDevelopmentTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private final int port = FreePorts.one();

    @Test
    void no_attack_succeeds_and_none_is_left_out() throws Exception {
        var application = application();
        var site = ServerCommandLine.start(
                folder,
                "dev",
                "--port",
                String.valueOf(port),
                "--smtp-port",
                String.valueOf(FreePorts.one()),
                "--app",
                address(application));
        try {
            awaitStart(site);
            var attack = ServerCommandLine.start(
                    folder,
                    "doctor",
                    "--attack",
                    "http://localhost:" + port,
                    "--protected",
                    "/account",
                    "--secret-file",
                    folder.resolve(".cardea/secret").toString(),
                    "--require-all");
            var report = new String(attack.getInputStream().readAllBytes(), UTF_8);
            assertThat(attack.waitFor()).as(report).isZero();
            assertThat(report)
                    .contains("67 attacks on http://localhost:" + port)
                    .contains("0 succeeded", "0 not run")
                    .containsPattern("A33 ok .*\nA34 ok ")
                    .containsPattern("A37 ok .*\nA38 ok .*\nA39 ok .*\nA40 ok ")
                    .containsPattern("A49 ok .*\nA50 ok ")
                    .containsPattern("A52 ok .*\nA53 ok .*\nA54 ok ");
            assertThat(usersPage()).doesNotContain("@example.com");
        } finally {
            site.destroy();
            application.stop(0);
            assertThat(site.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private String usersPage() throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/_cardea/users"))
                                .header("Sec-Fetch-Site", "same-origin")
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** An application with one page, which asks the site whose session a request has. */
    private HttpServer application() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task, "application");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            try (exchange) {
                boolean isAccount = exchange.getRequestURI().getPath().equals("/account");
                if (!isAccount) answer(exchange, 404, "no such page");
                else if (isSignedIn(exchange)) answer(exchange, 200, "the balance");
                else answer(exchange, 401, "sign in first");
            }
        });
        server.start();
        return server;
    }

    private boolean isSignedIn(HttpExchange exchange) throws IOException {
        var cookie = exchange.getRequestHeaders().getFirst("Cookie");
        if (cookie == null) return false;
        try {
            var answer = HTTP.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/auth/session"))
                            .header("Cookie", cookie)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 && answer.body().contains("\"user\"");
        } catch (IllegalArgumentException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.sendResponseHeaders(status, text.length());
        exchange.getResponseBody().write(text.getBytes(UTF_8));
    }

    private static String address(HttpServer server) {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private static void awaitStart(Process site) throws IOException {
        var out = new BufferedReader(new InputStreamReader(site.getInputStream(), UTF_8));
        List<String> lines = new ArrayList<>();
        var line = out.readLine();
        while (line != null && !line.contains("/auth/signin")) {
            lines.add(line);
            line = out.readLine();
        }
        assertThat(line).as(String.join("\n", lines)).isNotNull();
        // What it says later must not fill the pipe.
        var reader = new Thread(
                () -> {
                    try {
                        while (out.readLine() != null) Thread.onSpinWait();
                    } catch (IOException e) {
                        // The process has ended.
                    }
                },
                "output");
        reader.setDaemon(true);
        reader.start();
    }
}
