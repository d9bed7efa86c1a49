package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.WebUrl;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Answers as servers send them, and as broken ones do. */
@Isolated("counts the threads of all attacks")
class WireTest {
    private String heard = "";

    @Test
    void what_is_sent_is_not_corrected() throws Exception {
        var call = Call.get("http://evil.example/%ZZ").header("Host", "a").header("Host", "b");
        send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", call);
        assertThat(heard)
                .isEqualTo("GET http://evil.example/%ZZ HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    }

    @Test
    void a_body_of_known_length_in_chunks_or_until_the_end_is_read() throws Exception {
        assertThat(send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").text())
                .isEqualTo("ok");
        assertThat(send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1\r\nk\r\n0\r\n\r\n")
                        .text())
                .isEqualTo("ok");
        assertThat(send("HTTP/1.1 404 No\r\nSet-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n\r\nno")
                        .cookies())
                .extracting(SetCookie::name)
                .containsExactly("a", "c");
    }

    @Test
    void an_answer_that_is_none_counts_as_closed() throws Exception {
        assertThat(send("").status()).isEqualTo(Answer.CLOSED);
        assertThat(send("SSH-2.0-x\r\n\r\n").status()).isEqualTo(Answer.CLOSED);
        assertThat(send("HTTP/1.1 abc\r\n\r\n").status()).isEqualTo(Answer.CLOSED);
        assertThat(send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
                        .text())
                .isEmpty();
    }

    @Test
    @Timeout(60)
    void a_site_that_answers_one_byte_at_a_time_does_not_hold_the_run() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var served = CompletableFuture.runAsync(() -> drip(server));
            var url = WebUrl.parse("http://127.0.0.1:" + server.getLocalPort()).orElseThrow();
            var wire = new Wire(url, InetAddress.getLoopbackAddress(), Duration.ofMillis(300));
            var got = wire.send(Call.get("/"));
            assertThat(got.status()).isEqualTo(Answer.SILENT);
            served.join();
        }
    }

    /** Attacks run inside the tests of applications, which may look for threads that stay. */
    @Test
    void no_thread_stays_after_the_last_call() throws Exception {
        send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        Eventually.isTrue("the thread of the calls has ended", () -> !hasThread());
    }

    private static boolean hasThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("cardea-attack-deadlines"));
    }

    /** Sends bytes until the other side is gone. */
    private static void drip(ServerSocket server) {
        try (var socket = server.accept()) {
            var out = socket.getOutputStream();
            while (true) {
                out.write('x');
                out.flush();
                LockSupport.parkNanos(5_000_000);
            }
        } catch (IOException e) {
            // The other side closed.
        }
    }

    private Answer send(String answer) throws Exception {
        return send(answer, Call.get("/"));
    }

    private Answer send(String answer, Call call) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var served = CompletableFuture.runAsync(() -> serve(server, answer));
            var url = WebUrl.parse("http://127.0.0.1:" + server.getLocalPort()).orElseThrow();
            var got = new Wire(url, InetAddress.getLoopbackAddress()).send(call);
            served.join();
            return got;
        }
    }

    private void serve(ServerSocket server, String answer) {
        try (var socket = server.accept()) {
            var text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0)
                text.append((char) socket.getInputStream().read());
            heard = text.toString();
            socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
