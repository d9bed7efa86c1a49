package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
    private final AtomicReference<Request> seen = new AtomicReference<>();
    private HttpHandler app = request -> Response.of(200, "text/plain", "hello");
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        HttpHandler auth = request -> {
            seen.set(request);
            return app.handle(request);
        };
        server = HttpServer.start("127.0.0.1", 0, new Site(auth, "/auth", null), null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/auth/x?a=b|c", "/auth/x?a={b}^`", "/auth/a%2fb;c=d/../e", "/auth//x?q=%00", "/auth/x?u=%ff"})
    void a_target_comes_as_it_was_sent(String target) throws IOException {
        assertThat(get(target)).startsWith("HTTP/1.1 200");
        assertThat(seen.get().target()).isEqualTo(target);
    }

    @Test
    void what_is_beside_the_base_path_is_not_found() throws IOException {
        for (var target : new String[] {"/", "//auth/x", "/authx", "/healthzz"}) {
            assertThat(get(target)).startsWith("HTTP/1.1 404").endsWith("{\"error\":\"not found\"}");
        }
        assertThat(seen.get()).isNull();
    }

    @Test
    void health_is_told() throws IOException {
        assertThat(get("/healthz")).startsWith("HTTP/1.1 200").endsWith("{\"status\":\"up\"}");
    }

    @Test
    void cookies_of_64_kilobytes_pass_both_ways() throws IOException {
        var large = "x".repeat(65_536);
        app = request -> {
            var answer = Response.of(200, "text/plain", "ok");
            for (int i = 0; i < 17; i++) answer = answer.header("Set-Cookie", "c" + i + "=" + "x".repeat(3_900));
            return answer;
        };
        var answer = send("GET /auth/x HTTP/1.1\r\nHost: a\r\nCookie: c=" + large + "\r\nConnection: close\r\n\r\n");
        assertThat(seen.get().header("cookie")).hasValue("c=" + large);
        assertThat(answer.split("Set-Cookie: ")).hasSize(18);
    }

    @Test
    void a_body_of_more_than_64_kilobytes_is_refused_with_and_without_its_length() throws IOException {
        assertThat(post("Content-Length: 65537", "x".repeat(65_537))).startsWith("HTTP/1.1 413");
        var chunks = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
        assertThat(post("Transfer-Encoding: chunked", chunks.repeat(5) + "0\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(post("Content-Length: 65536", "x".repeat(65_536))).startsWith("HTTP/1.1 200");
    }

    @Test
    void what_is_thrown_is_500_without_a_word_about_it() throws IOException {
        app = request -> {
            throw new IllegalStateException("geheim");
        };
        assertThat(get("/auth/x")).startsWith("HTTP/1.1 500").doesNotContain("geheim", "Exception");
    }

    @Test
    void a_header_that_holds_a_control_character_is_400() throws IOException {
        assertThat(send("GET /auth/x HTTP/1.1\r\nHost: a\r\nX: a\u0001b\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .doesNotContain("jetty", "Jetty");
    }

    @Test
    void what_is_no_request_is_400_in_the_librarys_words() throws IOException {
        for (var target :
                new String[] {"/auth/%zz", "/auth/session%", "/auth/sess ion", "http://evil.example/auth/session"}) {
            assertThat(get(target)).startsWith("HTTP/1.1 400").endsWith("\r\n\r\n\"Bad request.\"");
        }
    }

    private String get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    private String post(String framing, String body) throws IOException {
        return send("POST /auth/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + framing + "\r\n\r\n" + body);
    }

    private String send(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
