package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over real sockets, plain ones and with TLS: what a provider, or an attacker in its place, cannot make this client do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutboundHttpTest {
    private static final Duration SHORT = Duration.ofMillis(1_500);

    private SSLContext trusted;
    private SSLContext stranger;
    private Provider plain;
    private Provider secure;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        trusted = TlsFixture.of(folder, "localhost");
        stranger = TlsFixture.of(folder, "elsewhere.example");
        plain = new Provider(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
        secure = new Provider(
                trusted.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
    }

    @AfterAll
    void stop() throws IOException {
        plain.close();
        secure.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void a_response_arrives_unchanged(String scheme) {
        var answer = http(OutboundHttp.TOTAL).handle(call(scheme, "/fine"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("fine");
        assertThat(answer.header("content-length")).contains("4");
        assertThat(answer.headers().fields()).noneMatch(field -> field.name().startsWith(":"));
    }

    @Test
    void method_headers_and_body_are_sent_except_for_headers_that_the_connection_decides() {
        var call = Request.post("http://localhost:" + plain.port() + "/echo", "text/plain", "code=1")
                .header("authorization", "Basic abc")
                .header("host", "evil.example")
                .header("Connection", "upgrade")
                .header("content-length", "999");
        assertThat(http(OutboundHttp.TOTAL).handle(call).text())
                .startsWith("POST /echo HTTP/1.1\n")
                .containsIgnoringCase("\nauthorization: Basic abc\n")
                .containsIgnoringCase("\nuser-agent: cardea\n")
                .containsIgnoringCase("\nhost: localhost:" + plain.port() + "\n")
                .containsIgnoringCase("\ncontent-length: 6\n")
                .endsWith("\ncode=1");
        var get = Request.get("http://localhost:" + plain.port() + "/echo").header("user-agent", "mine");
        assertThat(http(OutboundHttp.TOTAL).handle(get).text())
                .startsWith("GET /echo HTTP/1.1\n")
                .containsIgnoringCase("\nuser-agent: mine\n")
                .doesNotContain("cardea");
    }

    @Test
    void a_bar_in_an_address_is_sent_encoded() {
        var call = Request.get("http://localhost:" + plain.port() + "/a|b");
        assertThat(http(OutboundHttp.TOTAL).handle(call).text()).isEqualTo("fine");
        assertThat(plain.heard).endsWith("/a%7Cb");
    }

    @Test
    void an_interrupted_thread_ends_its_call_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> http(OutboundHttp.TOTAL).handle(call("http", "/trickle")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Nothing listens on port 1. */
    @Test
    void a_refused_connection_is_an_error_of_input_and_output() {
        assertThatThrownBy(() -> http(OutboundHttp.TOTAL).handle(Request.get("http://127.0.0.1:1/")))
                .isInstanceOf(UncheckedIOException.class);
    }

    /** The address is reserved for documentation: nothing answers there (RFC 5737). */
    @Test
    void plain_http_to_another_machine_is_tried_if_the_operator_permits_it() {
        var permitted = new OutboundHttp(true, trusted, Duration.ofMillis(50));
        assertThatThrownBy(() -> permitted.handle(Request.get("http://192.0.2.1/")))
                .isInstanceOf(UncheckedIOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void a_redirect_is_not_followed(String scheme) {
        var provider = provider(scheme);
        int before = provider.heard.size();
        var answer = http(OutboundHttp.TOTAL).handle(call(scheme, "/redirect"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(provider.heard).hasSize(before + 1);
    }

    /** Each byte arrives before the read timeout; the whole response does not arrive before the deadline. */
    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void a_slow_response_ends_at_the_deadline(String scheme) {
        long started = System.nanoTime();
        assertThatThrownBy(() -> http(SHORT).handle(call(scheme, "/trickle")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no response within");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void two_megabytes_are_too_many(String scheme) {
        assertThatThrownBy(() -> http(OutboundHttp.TOTAL).handle(call(scheme, "/huge")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("longer than 1048576 bytes");
    }

    @Test
    void plain_http_to_another_machine_is_rejected() {
        for (var url : List.of("http://op.example/token", "http://10.0.0.1/token", "http://localhost.example/")) {
            assertThatThrownBy(() -> http(SHORT).handle(Request.get(url))).hasMessage("plain http is rejected");
        }
    }

    @Test
    void an_untrusted_certificate_or_one_for_another_host_is_rejected() {
        int before = secure.heard.size();
        var distrusting = new OutboundHttp(false, stranger, SHORT);
        assertThatThrownBy(() -> distrusting.handle(call("https", "/fine"))).isInstanceOf(UncheckedIOException.class);
        var otherName = Request.get("https://127.0.0.1:" + secure.port() + "/fine");
        assertThatThrownBy(() -> http(SHORT).handle(otherName)).isInstanceOf(UncheckedIOException.class);
        assertThat(secure.heard).hasSize(before);
    }

    private OutboundHttp http(Duration total) {
        return new OutboundHttp(false, trusted, total);
    }

    private Provider provider(String scheme) {
        return scheme.equals("http") ? plain : secure;
    }

    private Request call(String scheme, String path) {
        return Request.get(scheme + "://localhost:" + provider(scheme).port() + path);
    }

    /** Speaks HTTP/1.1, with one thread per connection, and misbehaves as the path says. */
    private static final class Provider {
        final List<String> heard = new CopyOnWriteArrayList<>();
        private final ServerSocket socket;
        private final CountDownLatch closed = new CountDownLatch(1);

        Provider(ServerSocket socket) {
            this.socket = socket;
            daemon(this::listen);
        }

        int port() {
            return socket.getLocalPort();
        }

        void close() throws IOException {
            closed.countDown();
            socket.close();
        }

        private void listen() {
            while (!socket.isClosed()) {
                try {
                    var client = socket.accept();
                    daemon(() -> answer(client));
                } catch (IOException e) {
                    return;
                }
            }
        }

        private void answer(Socket client) {
            try (client) {
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
                var line = in.readLine();
                if (line == null) return;
                var path = line.split(" ", -1)[1];
                var head = new StringBuilder(line).append('\n');
                int length = 0;
                for (var header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
                    head.append(header).append('\n');
                    if (header.toLowerCase(Locale.ROOT).startsWith("content-length: "))
                        length = Integer.parseInt(header.substring("content-length: ".length()));
                }
                for (int i = 0; i < length; i++) head.append((char) in.read());
                heard.add(path);
                say(client.getOutputStream(), path, head.toString().getBytes(US_ASCII));
            } catch (IOException e) {
                // The client closed the connection or rejected the certificate, as it should.
            }
        }

        private void say(OutputStream out, String path, byte[] request) throws IOException {
            switch (path) {
                case "/echo" -> {
                    head(out, "200 OK", request.length);
                    out.write(request);
                }
                case "/redirect" -> head(out, "302 Found\r\nLocation: /fine", 0);
                case "/trickle" -> {
                    head(out, "200 OK", 1_000_000);
                    while (closed.getCount() > 0) {
                        out.write('x');
                        out.flush();
                        pause();
                    }
                }
                case "/huge" -> {
                    head(out, "200 OK", 2 << 20);
                    byte[] part = new byte[1 << 16];
                    for (int i = 0; i < 32; i++) out.write(part);
                }
                default -> {
                    head(out, "200 OK", 4);
                    out.write("fine".getBytes(US_ASCII));
                }
            }
            out.flush();
        }

        private void pause() throws IOException {
            try {
                closed.await(20, java.util.concurrent.TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private static void head(OutputStream out, String status, int length) throws IOException {
            out.write(("HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\nConnection: close\r\n\r\n")
                    .getBytes(US_ASCII));
        }

        private static void daemon(Runnable task) {
            var thread = new Thread(task, "provider of the tests");
            thread.setDaemon(true);
            thread.start();
        }
    }
}
