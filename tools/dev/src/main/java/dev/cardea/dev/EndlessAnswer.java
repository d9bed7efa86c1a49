package dev.cardea.dev;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.OutboundHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * An answer whose body has no end: one byte after another, for as long as the other side reads. It goes over a socket of
 * this machine to Cardea's client for providers, so that the limits of that client count.
 */
final class EndlessAnswer {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{\"access_token\":\"";
    private static final long BETWEEN_BYTES = 50;

    private EndlessAnswer() {}

    /** Reads such an answer, until the client gives up with an exception. */
    static Response read() {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var thread = new Thread(() -> serve(server), "cardea-dev-endless");
            thread.setDaemon(true);
            thread.start();
            var address = "http://127.0.0.1:" + server.getLocalPort() + "/token";
            return new OutboundHttp(true).handle(Request.get(address));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(ServerSocket server) {
        try (var socket = server.accept()) {
            var out = socket.getOutputStream();
            out.write(HEAD.getBytes(US_ASCII));
            for (; ; Thread.sleep(BETWEEN_BYTES)) drip(out);
        } catch (IOException e) {
            // The client has given up.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void drip(OutputStream out) throws IOException {
        out.write('x');
        out.flush();
    }
}
