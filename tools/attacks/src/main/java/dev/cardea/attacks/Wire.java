package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.cardea.http.WebUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Speaks HTTP/1.1 over sockets in bytes, so that no client library corrects what is sent. One connection for each call.
 * Redirects are never followed. The name of the site is resolved once, so all calls go to the same address.
 */
final class Wire {
    static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** No answer of the routes is as large; the rest is not read. */
    private static final int MAX_ANSWER = 4 << 20;

    private static final ScheduledExecutorService DEADLINES = deadlines();

    private final WebUrl url;
    private final InetAddress address;
    private final Duration patience;

    /** One thread, which ends a second after the last call: attacks also run inside the tests of an application. */
    private static ScheduledExecutorService deadlines() {
        var executor = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "cardea-attack-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(1, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    Wire(WebUrl url, InetAddress address) {
        this(url, address, PATIENCE);
    }

    /** @param patience how long one call may take in all, from the connection to the last byte */
    Wire(WebUrl url, InetAddress address, Duration patience) {
        this.url = url;
        this.address = address;
        this.patience = patience;
    }

    /**
     * Sends a call, and waits for the whole answer until {@link #PATIENCE} ends.
     *
     * @throws IOException where the site cannot be reached at all
     */
    Answer send(Call call) throws IOException {
        long start = System.nanoTime();
        try (var socket = new Socket()) {
            // A limit for each read would let a site hold the run by one byte at a time.
            var end = DEADLINES.schedule(() -> close(socket), patience.toMillis(), TimeUnit.MILLISECONDS);
            try {
                return answer(call, socket, start);
            } finally {
                end.cancel(false);
            }
        }
    }

    private Answer answer(Call call, Socket socket, long start) throws IOException {
        socket.connect(new InetSocketAddress(address, port()), (int) CONNECT.toMillis());
        var connected = url.isHttps() ? secure(socket) : socket;
        write(connected, call.bytes(url.authority()));
        var got = read(connected, call.method());
        var took = Duration.ofNanos(System.nanoTime() - start);
        return parse(call, got, took.compareTo(patience) >= 0, took);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }

    private Socket secure(Socket socket) throws IOException {
        var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        var secure = (SSLSocket) factory.createSocket(socket, url.host(), port(), true);
        var parameters = new SSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private int port() {
        int colon = url.authority().lastIndexOf(':');
        boolean has = colon > url.authority().lastIndexOf(']') && colon > 0;
        if (has) return Integer.parseInt(url.authority().substring(colon + 1));
        return url.isHttps() ? 443 : 80;
    }

    /** A site may answer and close before it has read all of a large request. */
    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // What the site answered until then counts.
        }
    }

    private static byte[] read(Socket socket, String method) {
        var got = new ByteArrayOutputStream();
        try {
            var in = socket.getInputStream();
            var buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0 && got.size() < MAX_ANSWER; n = in.read(buffer)) {
                got.write(buffer, 0, n);
                if (isWhole(got, method)) break;
            }
        } catch (IOException e) {
            // Closed: what arrived until then is the answer.
        }
        return got.toByteArray();
    }

    private static boolean isWhole(ByteArrayOutputStream got, String method) {
        var bytes = got.toByteArray();
        int end = headEnd(bytes, 0);
        if (end < 0) return false;
        if (method.equals("HEAD")) return true;
        var headers = headers(bytes, end);
        var length = first(headers, "content-length");
        if (length != null) return bytes.length - end - 4 >= number(length);
        // A chunked body ends with an empty chunk; without a length the end of the connection is the end.
        return first(headers, "transfer-encoding") != null
                && new String(bytes, Math.max(end, bytes.length - 5), Math.min(5, bytes.length - end), ISO_8859_1)
                        .equals("0\r\n\r\n");
    }

    private static Answer parse(Call call, byte[] got, boolean silent, Duration took) {
        int end = headEnd(got, 0);
        int status = end < 0 ? -1 : status(got, end);
        if (status < 100) {
            return new Answer(call, silent ? Answer.SILENT : Answer.CLOSED, List.of(), new byte[0], took);
        }
        var headers = headers(got, end);
        var rest = Arrays.copyOfRange(got, Math.min(got.length, end + 4), got.length);
        var body = first(headers, "transfer-encoding") == null ? rest : unchunked(rest);
        return new Answer(call, status, headers, body, took);
    }

    private static int headEnd(byte[] bytes, int from) {
        for (int i = from; i + 3 < bytes.length; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') return i;
        }
        return -1;
    }

    private static int status(byte[] bytes, int end) {
        var parts = new String(bytes, 0, end, ISO_8859_1).split("\r\n", 2)[0].split(" ", 3);
        return parts.length < 2 || !parts[0].startsWith("HTTP/") ? -1 : number(parts[1]);
    }

    private static List<Header> headers(byte[] bytes, int end) {
        List<Header> fields = new ArrayList<>();
        var lines = new String(bytes, 0, end, ISO_8859_1).split("\r\n");
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0) continue;
            fields.add(new Header(
                    lines[i].substring(0, colon).trim(),
                    lines[i].substring(colon + 1).trim()));
        }
        return fields;
    }

    private static @Nullable String first(List<Header> headers, String name) {
        for (var field : headers) if (field.name().equalsIgnoreCase(name)) return field.value();
        return null;
    }

    private static byte[] unchunked(byte[] body) {
        var whole = new ByteArrayOutputStream();
        int at = 0;
        while (at < body.length) {
            int line = at;
            while (line + 1 < body.length && !(body[line] == '\r' && body[line + 1] == '\n')) line++;
            int size = hex(new String(body, at, line - at, ISO_8859_1));
            int begin = line + 2;
            if (size <= 0 || begin >= body.length) break;
            int length = Math.min(size, body.length - begin);
            whole.write(body, begin, length);
            at = begin + length + 2;
        }
        return whole.toByteArray();
    }

    private static int hex(String size) {
        try {
            return Integer.parseInt(size.split(";", 2)[0].trim(), 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
