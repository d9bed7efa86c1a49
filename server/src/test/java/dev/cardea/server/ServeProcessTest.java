package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as others see it: a process, its output, its port, its end. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
@Tag("process")
class ServeProcessTest {
    private static final String CONFIG = """
            secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
            port: 0
            """;

    private static final int SIGN_INS = 5;

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void serves_and_ends_with_0_when_it_is_stopped() throws Exception {
        var process = serve(CONFIG);
        var url = url(process);
        assertThat(get(url + "/healthz").body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(get(url + "/auth/session").body()).isEqualTo("null");
        assertThat(get(url + "/nowhere").statusCode()).isEqualTo(404);
        process.destroy();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void the_end_waits_for_answers_on_their_way_and_for_their_events() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        var asked = new CountDownLatch(SIGN_INS);
        var app = app(heard, asked);
        try {
            var process = serve(CONFIG
                    + "hooks: { url: 'http://127.0.0.1:" + app.getAddress().getPort()
                    + "', callbacks: [authorize], events: [signIn] }\nproviders: [credentials]\n");
            var url = url(process);
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < SIGN_INS; i++) answers.add(signIn(url, "user" + i));
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            process.destroy();
            for (var answer : answers) {
                assertThat(answer.get(10, TimeUnit.SECONDS).headers().allValues("set-cookie"))
                        .anySatisfy(cookie -> assertThat(cookie).startsWith("authjs.session-token="));
            }
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(heard).hasSize(2 * SIGN_INS);
            assertThat(heard.stream().filter("/events/signIn"::equals)).hasSize(SIGN_INS);
        } finally {
            app.stop(0);
        }
    }

    private CompletableFuture<HttpResponse<String>> signIn(String url, String name) throws Exception {
        var csrf = get(url + "/auth/csrf");
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        var request = HttpRequest.newBuilder(URI.create(url + "/auth/callback/credentials"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&username=" + name))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpServer app(List<String> heard, CountDownLatch asked) throws IOException {
        var app = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        app.setExecutor(Executors.newCachedThreadPool());
        app.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (exchange.getRequestURI().getPath().equals("/describe")) {
                    exchange.sendResponseHeaders(404, -1);
                    return;
                }
                heard.add(exchange.getRequestURI().getPath());
                asked.countDown();
                Thread.sleep(700);
                byte[] body = "{\"result\":{\"id\":\"1\",\"name\":\"Ann\"}}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        app.start();
        return app;
    }

    private Process serve(String config) throws IOException {
        var file = Files.writeString(directory.resolve("cardea.yml"), config);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(
                java,
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.cardea.server.Main",
                "serve",
                "--config",
                file.toString());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("AUTH_"));
        builder.environment().putAll(Map.of("CARDEA_ENV", "test"));
        return builder.start();
    }

    private static String url(Process process) throws IOException {
        var line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(line).startsWith("cardea listening on http://127.0.0.1:");
        return line.substring("cardea listening on ".length());
    }

    private HttpResponse<String> get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
