package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.net.PublicAddresses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a TLS server on this machine, which represents the Internet if a test says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublicOnlyHttpClientTest {
    private static final Predicate<IpAddress> EVERYWHERE = address -> true;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final AtomicInteger calls = new AtomicInteger();
    private SSLContext tls;
    private HttpsServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        tls = TlsFixture.of(folder, "localhost");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            switch (exchange.getRequestURI().getPath()) {
                case "/away" -> {
                    exchange.getResponseHeaders().set("Location", "https://elsewhere.example/");
                    exchange.sendResponseHeaders(302, -1);
                }
                case "/headers" -> {
                    var headers = exchange.getRequestHeaders();
                    var said = headers.get("Accept") + " " + headers.get("Connection") + " " + headers.get("Host");
                    exchange.sendResponseHeaders(200, said.length());
                    exchange.getResponseBody().write(said.getBytes(UTF_8));
                }
                case "/rejected" -> {
                    exchange.sendResponseHeaders(400, 2);
                    exchange.getResponseBody().write("{}".getBytes(UTF_8));
                }
                case "/empty" -> exchange.sendResponseHeaders(404, -1);
                case "/megabyte" -> {
                    exchange.sendResponseHeaders(200, JsonAnswer.MAX_BYTES);
                    exchange.getResponseBody().write(new byte[JsonAnswer.MAX_BYTES]);
                }
                case "/huge" -> {
                    exchange.sendResponseHeaders(200, 0);
                    try (var out = exchange.getResponseBody()) {
                        for (int i = 0; i < 200; i++) out.write(new byte[100_000]);
                    } catch (IOException e) {
                        // The client closed the connection, as it should.
                    }
                }
                default -> {
                    var headers = exchange.getRequestHeaders();
                    var said = exchange.getRequestMethod() + " " + headers.getFirst("Authorization") + " "
                            + headers.getFirst("User-Agent") + " "
                            + new String(exchange.getRequestBody().readAllBytes(), UTF_8);
                    byte[] body = said.getBytes(UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "text/plain");
                    exchange.sendResponseHeaders(
                            exchange.getRequestURI().getPath().equals("/missing") ? 404 : 200, body.length);
                    exchange.getResponseBody().write(body);
                }
            }
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    void stop() {
        server.stop(0);
    }

    @Test
    void a_call_transfers_method_headers_and_body_and_returns_status_headers_and_body() {
        var answer = http(EVERYWHERE).handle(call("POST", "localhost", "/token", "code=é"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().first("content-type")).contains("text/plain");
        assertThat(text(answer)).isEqualTo("POST Basic abc cardea code=é");
        var missing = http(EVERYWHERE).handle(call("GET", "localhost", "/missing", ""));
        assertThat(missing.status()).isEqualTo(404);
        assertThat(text(missing)).startsWith("GET Basic abc");
    }

    @Test
    void each_method_arrives_as_it_is() {
        for (var method : new String[] {"GET", "POST", "PUT", "DELETE"}) {
            assertThat(text(http(EVERYWHERE).handle(call(method, "localhost", "/x", ""))))
                    .startsWith(method + " Basic abc");
        }
    }

    @Test
    void any_type_is_accepted_unless_the_call_names_one_and_the_connection_is_closed() {
        var host = "[localhost:" + server.getAddress().getPort() + "]";
        var call = call("GET", "localhost", "/headers", "").header("host", "evil.example");
        assertThat(text(http(EVERYWHERE).handle(call))).isEqualTo("[*/*] [close] " + host);
        assertThat(text(http(EVERYWHERE).handle(call.header("accept", "application/json"))))
                .isEqualTo("[application/json] [close] " + host);
    }

    @Test
    void a_response_that_rejects_the_call_arrives_with_its_body_if_it_has_one() {
        var rejected = http(EVERYWHERE).handle(call("POST", "localhost", "/rejected", "code=1"));
        assertThat(rejected.status()).isEqualTo(400);
        assertThat(text(rejected)).isEqualTo("{}");
        var empty = http(EVERYWHERE).handle(call("GET", "localhost", "/empty", ""));
        assertThat(empty.status()).isEqualTo(404);
        assertThat(empty.body()).isEmpty();
    }

    @Test
    void a_response_of_exactly_a_megabyte_is_accepted() {
        assertThat(http(EVERYWHERE)
                        .handle(call("GET", "localhost", "/megabyte", ""))
                        .body())
                .hasSize(JsonAnswer.MAX_BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"})
    void this_machine_is_rejected_in_every_spelling_without_a_connection(String host) {
        int before = calls.get();
        var http = new PublicOnlyHttpClient(PublicAddresses::contain, tls.getSocketFactory(), LONG);
        assertThatThrownBy(() -> http.handle(call("GET", host, "/", ""))).isInstanceOf(RuntimeException.class);
        assertThat(calls).hasValue(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "10.0.0.1", "192.168.1.1", "[fd00::1]", "[fe80::1]", "[64:ff9b::a00:1]"})
    void addresses_of_private_networks_are_rejected_when_the_connection_is_made(String host) {
        assertThatThrownBy(() -> new PublicOnlyHttpClient().handle(call("GET", host, "/", "")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the address is not public");
    }

    @Test
    void the_validated_address_is_the_one_that_is_connected_to() {
        var checked = new StringBuilder();
        http(address -> checked.append(address).append(' ') != null).handle(call("GET", "localhost", "/", ""));
        assertThat(checked).hasToString("127.0.0.1 ");
    }

    @Test
    void plain_http_is_rejected() {
        var plain = Request.of("GET", "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        assertThatThrownBy(() -> http(EVERYWHERE).handle(plain)).hasMessage("plain http is rejected");
    }

    @Test
    void redirects_are_not_followed() {
        assertThat(http(EVERYWHERE)
                        .handle(call("GET", "localhost", "/away", ""))
                        .status())
                .isEqualTo(302);
    }

    @Test
    void a_response_of_more_than_a_megabyte_is_rejected() {
        assertThatThrownBy(() -> http(EVERYWHERE).handle(call("GET", "localhost", "/huge", "")))
                .hasMessageContaining("longer than");
    }

    @Test
    void a_certificate_for_another_name_is_rejected() {
        assertThatThrownBy(() -> http(EVERYWHERE).handle(call("GET", "127.0.0.1", "/", "")))
                .hasCauseInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void a_server_that_never_answers_the_handshake_is_abandoned_at_the_deadline() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            var http = new PublicOnlyHttpClient(EVERYWHERE, tls.getSocketFactory(), Duration.ofMillis(300));
            var call = Request.of("GET", "https://localhost:" + silent.getLocalPort() + "/");
            assertThatThrownBy(() -> http.handle(call)).hasMessageContaining("no response within");
        }
    }

    private PublicOnlyHttpClient http(Predicate<IpAddress> allowed) {
        return new PublicOnlyHttpClient(allowed, tls.getSocketFactory(), LONG);
    }

    private Request call(String method, String host, String path, String body) {
        var url = "https://" + host + ":" + server.getAddress().getPort() + path;
        return Request.of(method, url).header("authorization", "Basic abc").body(body);
    }

    private static String text(Response answer) {
        return new String(answer.body(), UTF_8);
    }
}
