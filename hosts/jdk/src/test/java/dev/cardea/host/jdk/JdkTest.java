package dev.cardea.host.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.AuthRequest;
import dev.cardea.config.Environment;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JdkTest {
    private final Auth auth = Auth.of(AuthConfig.builder()
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .environment(Environment.TEST)
            .build());
    private HttpHandler app = auth;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = Jdk.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.createContext("/", Jdk.handler(request -> app.handle(request)));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void the_routes_answer() throws IOException {
        assertThat(get("/auth/session")).startsWith("HTTP/1.1 200").contains("\r\n\r\nnull");
        assertThat(get("/auth/csrf")).contains("Set-cookie: authjs.csrf-token=", "{\"csrfToken\":\"");
    }

    @Test
    void each_cookie_has_a_separate_line() throws IOException {
        app = request -> Response.of(204).header("Set-Cookie", "a=1").header("Set-Cookie", "b=2; Expires=Thu, 01");
        assertThat(get("/").lines().filter(line -> line.startsWith("Set-cookie")))
                .hasSize(2);
    }

    @Test
    void target_and_query_arrive_as_sent() throws IOException {
        app = request -> Response.of(200, "text/plain", request.target());
        assertThat(get("/auth/a%2Fb?c=%7C&d")).endsWith("/auth/a%2Fb?c=%7C&d");
    }

    @Test
    void a_target_that_would_read_as_a_host_is_rejected() throws IOException {
        app = request -> Response.of(200, "text/plain", "reached");
        assertThat(get("//auth/session")).startsWith("HTTP/1.1 400").doesNotContain("reached");
        assertThat(get("///evil.example/auth/session")).doesNotContain("reached");
    }

    @Test
    void a_body_of_more_than_64_kilobytes_is_rejected() throws IOException {
        var head =
                "POST /auth/signout HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 65537\r\n\r\n";
        assertThat(send(head + "x".repeat(65_537))).startsWith("HTTP/1.1 413");
    }

    @Test
    void a_page_never_gets_the_beginning_of_a_body() throws IOException {
        app = request -> Response.of(200, "text/plain", "read " + request.body().length);
        var longest = AuthRequest.MAX_BODY;
        assertThat(post("/notes", longest)).startsWith("HTTP/1.1 200").endsWith("read " + longest);
        assertThat(post("/notes", longest + 1)).startsWith("HTTP/1.1 413").doesNotContain("read");
    }

    @Test
    void an_exception_is_answered_with_500_and_no_details() throws IOException {
        app = request -> {
            throw new IllegalStateException("geheim");
        };
        assertThat(get("/")).startsWith("HTTP/1.1 500").doesNotContain("geheim");
    }

    /** With Nagle's algorithm on Java 17, each takes 40 ms after the first few. A busy machine delays some series only. */
    @Tag("nightly")
    @Test
    void answers_over_one_connection_are_not_40_milliseconds_apart() throws IOException {
        app = request -> Response.of(200, "text/plain", "short");
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        var median = medianTime();
        while (median.compareTo(Duration.ofMillis(20)) >= 0 && System.nanoTime() < end) median = medianTime();
        assertThat(median).isLessThan(Duration.ofMillis(20));
    }

    /** Returns the median time of 41 answers over one connection. */
    private Duration medianTime() throws IOException {
        var times = new ArrayList<Long>();
        try (var socket =
                new Socket(server.getAddress().getAddress(), server.getAddress().getPort())) {
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            for (int i = 0; i < 41; i++) {
                long start = System.nanoTime();
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                while (!lines.readLine().isEmpty()) continue;
                assertThat(lines.skip(5)).isEqualTo(5);
                times.add(System.nanoTime() - start);
            }
        }
        return Duration.ofNanos(times.stream().sorted().toList().get(20));
    }

    @Test
    void a_server_made_in_another_way_causes_one_warning_with_the_remedy() {
        var warnings = new ArrayList<String>();
        var log = Logger.getLogger("dev.cardea.host.jdk");
        var handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                warnings.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        // The contract of hosts may silence all of Cardea meanwhile.
        log.setLevel(Level.WARNING);
        try {
            Jdk.warnOfDelay(23, false);
            Jdk.warnOfDelay(17, true);
            assertThat(warnings).isEmpty();
            Jdk.warnOfDelay(17, false);
            Jdk.warnOfDelay(17, false);
            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .contains("Jdk.server(address)", "-Dsun.net.httpserver.nodelay=true");
        } finally {
            log.removeHandler(handler);
            log.setLevel(null);
        }
    }

    private String post(String target, int length) throws IOException {
        var head = "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
        return send(head + length + "\r\n\r\n" + "x".repeat(length));
    }

    private String get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    private String send(String request) throws IOException {
        try (var socket =
                new Socket(server.getAddress().getAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
