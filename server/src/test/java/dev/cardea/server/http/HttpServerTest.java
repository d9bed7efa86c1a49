package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        server = HttpServer.start("127.0.0.1", 0, new PublicEndpoints(auth, "/auth"), null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/auth/x?a=b|c", "/auth/x?a={b}^`", "/auth/a%2fb;c=d/../e", "/auth//x?q=%00", "/auth/x?u=%ff"})
    void a_target_arrives_as_sent(String target) throws IOException {
        assertThat(get(target)).startsWith("HTTP/1.1 200");
        assertThat(seen.get().target()).isEqualTo(target);
    }

    @Test
    void paths_outside_the_base_path_are_not_found() throws IOException {
        for (var target : new String[] {"/", "//auth/x", "/authx", "/healthzz"}) {
            assertThat(get(target)).startsWith("HTTP/1.1 404").endsWith("{\"error\":\"not found\"}");
        }
        assertThat(seen.get()).isNull();
    }

    @Test
    void health_is_reported() throws IOException {
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
    void a_head_of_more_than_200_fields_is_refused_each_request_for_itself() throws IOException {
        var request = "GET /auth/x HTTP/1.1\r\nHost: a\r\n" + "a: b\r\n".repeat(198);
        assertThat(send(request + "\r\n" + request + "Connection: close\r\n\r\n")
                        .split("HTTP/1.1 200"))
                .hasSize(3);
        assertThat(send(request + "a: b\r\n" + "Connection: close\r\n\r\n")).startsWith("HTTP/1.1 431");
        assertThat(send("GET /auth/x HTTP/1.1\r\nHost: a\r\n" + "a: b\r\n".repeat(14_000) + "\r\n"))
                .startsWith("HTTP/1.1 431")
                .endsWith("\"Bad request.\"");
    }

    @Test
    void an_exception_is_answered_with_500_and_no_details() throws IOException {
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
    void a_malformed_request_gets_400_and_the_body_of_core() throws IOException {
        for (var target :
                new String[] {"/auth/%zz", "/auth/session%", "/auth/sess ion", "http://evil.example/auth/session"}) {
            assertThat(get(target)).startsWith("HTTP/1.1 400").endsWith("\r\n\r\n\"Bad request.\"");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, GET /auth/x HTTP/3.0",
        "400, GET /auth/x",
        "400, G(T /auth/x HTTP/1.1",
        "400, GET /auth/x HTTP/1.1|Host: a|Host: b",
        "400, GET /auth/x HTTP/1.1|Host: a b",
        "400, GET /auth/x HTTP/1.1|Host: a|X : b",
        "400, POST /auth/x HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 2",
        "400, POST /auth/x HTTP/1.1|Host: a|Content-Length: 1|Transfer-Encoding: chunked",
        "400, POST /auth/x HTTP/1.1|Host: a|Transfer-Encoding: gzip",
        "417, POST /auth/x HTTP/1.1|Host: a|Expect: a miracle|Content-Length: 0",
    })
    void a_request_that_jetty_rejects_gets_the_body_of_core_too(String status, String head) throws IOException {
        assertThat(send(head.replace("|", "\r\n") + "\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status)
                .endsWith("\r\n\r\n\"Bad request.\"");
        assertThat(seen.get()).isNull();
    }

    @Test
    void slow_bodies_delay_no_other_request() throws Exception {
        serve(limits(Duration.ofSeconds(15), Duration.ofMinutes(1), 1_000));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                slow.add(open("POST /auth/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"));
            }
            assertThat(get("/auth/x")).startsWith("HTTP/1.1 200");
            assertThat(post("Content-Length: 1", "x")).startsWith("HTTP/1.1 200");
            for (var socket : slow) {
                assertThat(socket.getInputStream().available())
                        .as("what a slow body was answered before")
                        .isZero();
            }
        } finally {
            for (var socket : slow) socket.close();
        }
    }

    @Test
    void a_slow_body_is_cut_off() throws Exception {
        serve(limits(Duration.ofSeconds(15), Duration.ofSeconds(1), 1_000));
        try (var socket = open("POST /auth/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")) {
            assertThat(drip(socket))
                    .startsWith("HTTP/1.1 408")
                    .endsWith("{\"error\":\"the body didn't arrive in time\"}");
        }
    }

    @Test
    void a_slow_head_is_cut_off() throws Exception {
        serve(limits(Duration.ofSeconds(1), Duration.ofSeconds(10), 1_000));
        try (var first = open("GET /auth/x HTTP/1.1\r\nX: ");
                var second = open("GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\nGET /auth/x HTTP/1.1\r\nX: ")) {
            assertThat(drip(first)).isEmpty();
            assertThat(drip(second)).startsWith("HTTP/1.1 200").doesNotContain("HTTP/1.1 4");
        }
    }

    @Test
    void a_slow_answer_does_not_count_as_a_slow_request() throws Exception {
        serve(limits(Duration.ofSeconds(2), Duration.ofSeconds(2), 1_000));
        app = request -> {
            try {
                Thread.sleep(3_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Response.of(200, "text/plain", "hello");
        };
        assertThat(get("/auth/x")).startsWith("HTTP/1.1 200");
        assertThat(post("Content-Length: 1", "x")).startsWith("HTTP/1.1 200");
    }

    @Test
    void a_connection_may_be_idle_between_two_requests() throws Exception {
        serve(limits(Duration.ofSeconds(2), Duration.ofSeconds(10), 1_000));
        try (var socket = open("")) {
            for (int i = 0; i < 2; i++) {
                socket.getOutputStream()
                        .write("GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
                Thread.sleep(3_000);
                socket.getInputStream().skipNBytes(socket.getInputStream().available());
            }
        }
    }

    @Test
    void while_a_client_waits_an_idle_connection_is_closed_soon() throws Exception {
        serve(limits(Duration.ofSeconds(15), Duration.ofSeconds(10), 2).idleTimeout(Duration.ofMinutes(10)));
        var request = "GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\n";
        try (var idle = open(request)) {
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            try (var busy = open(request);
                    var next = open(request)) {
                assertThat(busy.getInputStream().read()).isEqualTo('H');
                next.setSoTimeout(60_000);
                assertThat(next.getInputStream().read()).isEqualTo('H');
            }
        }
    }

    @Test
    void connections_are_limited_and_further_clients_wait() throws Exception {
        serve(limits(Duration.ofSeconds(15), Duration.ofSeconds(10), 2));
        try (var first = open("");
                var second = open("")) {
            first.getOutputStream()
                    .write("GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(first.getInputStream().read()).isEqualTo('H');
            second.getOutputStream()
                    .write("GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(second.getInputStream().read()).isEqualTo('H');
            try (var third = open("GET /auth/x HTTP/1.1\r\nHost: a\r\n\r\n")) {
                third.setSoTimeout(300);
                assertThatThrownBy(() -> third.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
                first.close();
                third.setSoTimeout(60_000);
                assertThat(third.getInputStream().read()).isEqualTo('H');
            }
        }
    }

    @Test
    void beyond_the_limit_of_requests_in_progress_visitors_get_503_and_probes_are_answered() throws Exception {
        var arrived = new CountDownLatch(2);
        var finish = new CountDownLatch(1);
        HttpHandler slow = request -> {
            arrived.countDown();
            try {
                finish.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Response.of(200, "text/plain", "done");
        };
        server.close();
        server = HttpServer.start("127.0.0.1", 0, new PublicEndpoints(new InProgressLimit(slow, 2), "/auth"), null);
        try (var first = open("GET /auth/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                var second = open("GET /auth/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")) {
            arrived.await();
            assertThat(get("/auth/x")).startsWith("HTTP/1.1 503").contains("Retry-After: 1\r\n");
            assertThat(get("/livez")).startsWith("HTTP/1.1 200");
            assertThat(get("/readyz")).startsWith("HTTP/1.1 200");
            finish.countDown();
            assertThat(first.getInputStream().readAllBytes())
                    .asString(StandardCharsets.US_ASCII)
                    .endsWith("done");
            assertThat(second.getInputStream().readAllBytes())
                    .asString(StandardCharsets.US_ASCII)
                    .endsWith("done");
            assertThat(get("/auth/x")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void the_sizes_of_heads_and_bodies_are_those_of_the_limits() throws IOException {
        serve(HttpLimits.DEFAULT.bodyBytes(2_048).headBytes(8_192).headFields(20));
        assertThat(post("Content-Length: 2048", "x".repeat(2_048))).startsWith("HTTP/1.1 200");
        assertThat(post("Content-Length: 2049", "x".repeat(2_049)))
                .startsWith("HTTP/1.1 413")
                .contains("2 KB");
        assertThat(send("GET /auth/x HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(send("GET /auth/x HTTP/1.1\r\nHost: a\r\n" + "a: b\r\n".repeat(20) + "\r\n"))
                .startsWith("HTTP/1.1 431");
    }

    private static HttpLimits limits(Duration head, Duration body, int connections) {
        return HttpLimits.DEFAULT.headTimeout(head).bodyTimeout(body).connections(connections);
    }

    private void serve(HttpLimits limits) throws IOException {
        server.close();
        server = HttpServer.start("127.0.0.1", 0, request -> app.handle(request), null, limits);
    }

    private Socket open(String begin) throws IOException {
        var socket = new Socket("127.0.0.1", server.port());
        socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** Sends a byte ten times a second until the other side has had enough, for a minute at most. */
    private static String drip(Socket socket) throws Exception {
        var ended = new CountDownLatch(1);
        var sending = new Thread(() -> {
            try {
                for (int i = 0; i < 600 && !ended.await(100, TimeUnit.MILLISECONDS); i++) {
                    socket.getOutputStream().write('x');
                }
                socket.close();
            } catch (IOException | InterruptedException e) {
                // It has.
            }
        });
        sending.start();
        var answer = new StringBuilder();
        try {
            for (int b = socket.getInputStream().read();
                    b >= 0;
                    b = socket.getInputStream().read()) answer.append((char) b);
        } catch (SocketException e) {
            // Closed while bytes were on their way.
        }
        assertThat(sending.isAlive()).isTrue();
        sending.interrupt();
        return answer.toString();
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
