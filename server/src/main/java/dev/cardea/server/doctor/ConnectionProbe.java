package dev.cardea.server.doctor;

import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;

/** Opens connections, and says in words why one cannot be opened. */
final class ConnectionProbe {
    private static final int PATIENCE = 5_000;

    private ConnectionProbe() {}

    static void open(String text) throws IOException {
        var url = WebUrl.parse(text).orElseThrow();
        var uri = URI.create(url.origin());
        int port = uri.getPort() > 0 ? uri.getPort() : url.isHttps() ? 443 : 80;
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost().replaceAll("[\\[\\]]", ""), port), PATIENCE);
        }
    }

    static String reason(Exception e) {
        var first = e.getCause() == null ? e : e.getCause();
        for (Throwable cause = first; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) return "its host name is unknown";
            var message = cause.getMessage();
            if (message != null) return message;
        }
        // Java's HTTP client fails without a message where it cannot connect.
        return first instanceof ConnectException
                ? "no connection could be made"
                : first.getClass().getSimpleName();
    }
}
