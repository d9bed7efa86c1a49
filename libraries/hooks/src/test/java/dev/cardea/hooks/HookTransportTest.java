package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.internal.oauth.TlsFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections to an application that behaves as real ones do: it closes, is slow, or sends bytes without a request. */
class HookTransportTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final HookTransport transport = new HookTransport(64);
    private ServerSocket server;

    private interface Application {
        void serve(Socket socket) throws Exception;
    }

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        for (var socket : sockets) socket.close();
    }

    @Test
    void one_connection_carries_many_calls() {
        serve(socket -> {
            while (request(socket)) answer(socket, OK);
        });
        for (int i = 0; i < 20; i++) assertThat(post(LONG).status()).isEqualTo(200);
        assertThat(connections).hasValue(1);
    }

    @Test
    void a_call_beyond_the_limit_waits_for_one_to_end_and_no_longer_than_its_timeout() throws Exception {
        var asked = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        serve(socket -> {
            while (request(socket)) {
                asked.countDown();
                answered.await();
                answer(socket, OK);
            }
        });
        var limited = new HookTransport(1);
        var first = CompletableFuture.supplyAsync(() -> post(limited, LONG));
        asked.await();
        assertThatThrownBy(() -> post(limited, SHORT))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("too many calls of hooks are in progress");
        var second = CompletableFuture.supplyAsync(() -> post(limited, LONG));
        answered.countDown();
        assertThat(first.get().status()).isEqualTo(200);
        assertThat(second.get().status()).isEqualTo(200);
        assertThat(connections).hasValue(1);
    }

    @Test
    void a_connection_that_the_application_closed_is_not_used_again() throws Exception {
        var closed = new CountDownLatch(1);
        serve(socket -> {
            request(socket);
            answer(socket, OK);
            socket.close();
            closed.countDown();
        });
        post(LONG);
        closed.await();
        assertThat(post(LONG).status()).isEqualTo(200);
        assertThat(connections).hasValue(2);
    }

    @Test
    void bytes_that_no_call_asked_for_are_nobodys_answer() throws Exception {
        var said = new CountDownLatch(1);
        serve(socket -> {
            request(socket);
            answer(socket, OK);
            if (connections.get() == 1) {
                answer(socket, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
                said.countDown();
            }
            while (request(socket)) answer(socket, OK);
        });
        assertThat(body(post(LONG))).isEqualTo("ok");
        said.await();
        assertThat(body(post(LONG))).isEqualTo("ok");
        assertThat(connections).hasValue(2);
    }

    /** The answer would take more than half an hour. */
    @Test
    @Timeout(60)
    void a_call_ends_in_time_however_slowly_it_is_answered() {
        serve(socket -> {
            request(socket);
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                socket.getOutputStream().write('x');
                Thread.sleep(20);
            }
        });
        long begin = System.nanoTime();
        assertThatThrownBy(() -> post(SHORT)).hasMessageContaining("didn't respond within 300 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(SHORT);
    }

    @Test
    void a_call_ends_in_time_if_the_application_does_not_read_it() {
        serve(socket -> new CountDownLatch(1).await());
        byte[] large = new byte[16 * 1024 * 1024];
        assertThatThrownBy(() -> transport.post("callbacks/jwt", address(), Map.of(), large, SHORT))
                .hasMessageContaining("didn't respond within 300 ms");
    }

    @Test
    void a_call_without_an_answer_is_not_sent_twice() {
        var requests = new AtomicInteger();
        serve(socket -> {
            while (request(socket)) {
                if (requests.incrementAndGet() == 2) socket.close();
                else answer(socket, OK);
            }
        });
        post(LONG);
        assertThatThrownBy(() -> post(LONG)).hasMessageContaining("couldn't be reached");
        assertThat(requests).hasValue(2);
        assertThat(post(LONG).status()).isEqualTo(200);
    }

    @Test
    void a_redirect_is_an_answer() {
        serve(socket -> {
            request(socket);
            answer(socket, "HTTP/1.1 307 See\r\nLocation: " + address() + "/elsewhere\r\nContent-Length: 0\r\n\r\n");
        });
        assertThat(post(LONG).status()).isEqualTo(307);
        assertThat(connections).hasValue(1);
    }

    @Test
    void a_header_cannot_carry_another() {
        assertThatThrownBy(() -> transport.post("x", address(), Map.of("X-A", "b\r\nX-C: d"), new byte[0], LONG))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void calls_at_once_have_connections_of_their_own() throws Exception {
        serve(socket -> {
            while (request(socket)) answer(socket, OK);
        });
        var callers = Executors.newFixedThreadPool(8);
        try {
            for (var done : callers.invokeAll(Collections.nCopies(400, () -> body(post(LONG))))) {
                assertThat(done.get()).isEqualTo("ok");
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(connections).hasValueBetween(1, 8);
    }

    @Test
    void tls_trusts_certificates_for_the_name_of_the_host_alone(@TempDir Path folder) throws Exception {
        assertThat(overTls(folder, "localhost")).isEqualTo("ok");
        assertThatThrownBy(() -> overTls(folder, "other.example")).hasMessageContaining("couldn't be reached");
        var untrusted = new HookTransport(64);
        assertThatThrownBy(() -> overTls(folder, "localhost", untrusted)).hasMessageContaining("couldn't be reached");
    }

    private String overTls(Path folder, String name) throws Exception {
        return overTls(
                folder, name, new HookTransport(TlsFixture.of(folder, name).getSocketFactory()));
    }

    private String overTls(Path folder, String name, HookTransport client) throws Exception {
        server.close();
        server = TlsFixture.of(folder, name)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        serve(socket -> {
            while (request(socket)) answer(socket, OK);
        });
        var address = URI.create("https://localhost:" + server.getLocalPort() + "/hooks/callbacks/jwt");
        var headers = Map.of("X-A", "b");
        byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
        int before = connections.get();
        client.post("callbacks/jwt", address, headers, body, LONG);
        var answer = client.post("callbacks/jwt", address, headers, body, LONG);
        assertThat(connections.get() - before).isEqualTo(1);
        return body(answer);
    }

    private HookAnswerReader.Answer post(Duration timeout) {
        return post(transport, timeout);
    }

    private HookAnswerReader.Answer post(HookTransport over, Duration timeout) {
        return over.post(
                "callbacks/jwt", address(), Map.of("X-A", "b"), "{}".getBytes(StandardCharsets.US_ASCII), timeout);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hooks/callbacks/jwt");
    }

    private void serve(Application application) {
        var accepting = new Thread(() -> {
            try {
                while (true) {
                    var socket = server.accept();
                    sockets.add(socket);
                    connections.incrementAndGet();
                    var thread = new Thread(() -> {
                        try {
                            application.serve(socket);
                        } catch (Exception e) {
                            // The other side has gone, or the test is over.
                        }
                    });
                    thread.setDaemon(true);
                    thread.start();
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    /** Reads a request with the body {@code {}}; {@code false} where none comes. */
    private static boolean request(Socket socket) throws IOException {
        var text = new StringBuilder();
        while (!text.toString().endsWith("\r\n\r\n{}")) {
            int b = socket.getInputStream().read();
            if (b < 0) return false;
            text.append((char) b);
        }
        assertThat(text).startsWith("POST /hooks/callbacks/jwt HTTP/1.1\r\n").contains("\r\nX-A: b\r\n");
        return true;
    }

    private static void answer(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String body(HookAnswerReader.Answer answer) {
        return new String(answer.body(), StandardCharsets.US_ASCII);
    }
}
