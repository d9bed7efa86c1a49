package dev.cardea.host.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Speaks HTTP/1.1 over a socket in bytes, so that no client library corrects what a test sends. One connection per
 * request.
 */
final class Wire implements HttpHandler {
    /** No response, the connection was closed. */
    static final int CLOSED = 0;

    private static final int PATIENCE = 60_000;
    private static final int SHORT_PATIENCE = 1_500;

    private final int port;

    Wire(int port) {
        this.port = port;
    }

    /** Returns the address for a browser. */
    String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public Response handle(Request request) {
        var head = new StringBuilder(request.method() + " " + request.target() + " HTTP/1.1\r\n");
        if (!request.headers().has("host"))
            head.append("Host: 127.0.0.1:").append(port).append("\r\n");
        for (var field : request.headers().fields()) {
            head.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        byte[] body = request.body();
        if (body.length > 0 || request.method().equals("POST")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return one(bytes(head.append("Connection: close\r\n\r\n").toString(), body), request.method());
    }

    /** Returns the first response to these bytes. */
    Response one(byte[] sent, String method) {
        var all = parsed(exchange(sent, method, 1, false, PATIENCE), method);
        return all.isEmpty() ? Response.of(CLOSED) : all.get(0);
    }

    /** Returns the first response, or {@link #CLOSED} also if the host waits for bytes that never come. */
    Response oneOrSilence(byte[] sent, String method) {
        var all = parsed(exchange(sent, method, 1, false, SHORT_PATIENCE), method);
        return all.isEmpty() ? Response.of(CLOSED) : all.get(0);
    }

    /** Returns so many responses, and those that follow until the host closes the connection or is silent. */
    List<Response> answers(byte[] sent, String method, int expected) {
        return parsed(exchange(sent, method, expected, true, PATIENCE), method);
    }

    private static List<Response> parsed(byte[] got, String method) {
        var answers = new ArrayList<Response>();
        for (int at = 0; at < got.length; ) {
            int end = headEnd(got, at);
            var lines = new String(got, at, end - at, ISO_8859_1).split("\r\n");
            int status = Integer.parseInt(lines[0].split(" ")[1]);
            var headers = headers(lines);
            var body = new ByteArrayOutputStream();
            at = end + 4;
            if (status / 100 == 1) continue;
            if (!method.equals("HEAD")) at = body(got, at, headers, body);
            else if (at < got.length) throw new AssertionError("a body after the answer to HEAD");
            answers.add(Response.of(status, headers, body.toByteArray()));
        }
        return answers;
    }

    static byte[] bytes(String head, byte[] body) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    private byte[] exchange(byte[] sent, String method, int expected, boolean andMore, int patience) {
        var got = new ByteArrayOutputStream();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(patience);
            write(socket, sent);
            var in = socket.getInputStream();
            var buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                got.write(buffer, 0, n);
                if (complete(got.toByteArray(), method) < expected) continue;
                if (!andMore) break;
                // Not every host closes a connection on request.
                socket.setSoTimeout(SHORT_PATIENCE);
            }
        } catch (java.net.SocketTimeoutException e) {
            if (patience == PATIENCE && complete(got.toByteArray(), method) < expected)
                throw new AssertionError("no response within " + PATIENCE + " ms", e);
        } catch (IOException e) {
            // Closed before everything was sent: what arrived until then is the response.
        }
        return got.toByteArray();
    }

    /** Returns how many final responses are complete. */
    private static int complete(byte[] got, String method) {
        int count = 0;
        int at = 0;
        while (true) {
            int end = end(got, at);
            if (end < 0) return count;
            var lines = new String(got, at, end - at, ISO_8859_1).split("\r\n");
            int status = Integer.parseInt(lines[0].split(" ")[1]);
            at = end + 4;
            if (status / 100 == 1) continue;
            if (!method.equals("HEAD") && status != 204 && status != 304) {
                at = bodyEnd(got, at, headers(lines));
                if (at < 0 || at > got.length) return count;
            }
            count++;
        }
    }

    /** Returns where the body ends; -1 if that is unknown. */
    private static int bodyEnd(byte[] got, int from, Headers headers) {
        if (headers.first("transfer-encoding").isPresent()) {
            // The last chunk comes after an end of line, of the head at least.
            int last = new String(got, ISO_8859_1).indexOf("\r\n0\r\n\r\n", from - 2);
            return last < 0 ? -1 : last + 7;
        }
        return headers.first("content-length")
                .map(length -> from + Integer.parseInt(length))
                .orElse(-1);
    }

    /** The response to a rejected request may already be there while the rest is sent. */
    private static void write(Socket socket, byte[] sent) {
        try {
            socket.getOutputStream().write(sent);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            // The response says why.
        }
    }

    private static int headEnd(byte[] got, int from) {
        int end = end(got, from);
        if (end < 0) throw new AssertionError("not an answer: " + new String(got, from, got.length - from, ISO_8859_1));
        return end;
    }

    /** Returns where the head ends; -1 if it is incomplete. */
    private static int end(byte[] got, int from) {
        for (int i = from; i + 3 < got.length; i++) {
            if (got[i] == '\r' && got[i + 1] == '\n' && got[i + 2] == '\r' && got[i + 3] == '\n') return i;
        }
        return -1;
    }

    private static Headers headers(String[] lines) {
        var headers = Headers.NONE;
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers = headers.with(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
        }
        return headers;
    }

    private static int body(byte[] got, int from, Headers headers, ByteArrayOutputStream body) {
        if (headers.first("transfer-encoding")
                .filter("chunked"::equalsIgnoreCase)
                .isPresent()) {
            return chunks(got, from, body);
        }
        int length = headers.first("content-length").map(Integer::parseInt).orElse(got.length - from);
        if (from + length > got.length) throw new AssertionError("the body is shorter than its Content-Length");
        body.write(got, from, length);
        return from + length;
    }

    private static int chunks(byte[] got, int from, ByteArrayOutputStream body) {
        int at = from;
        while (true) {
            int end = at;
            while (got[end] != '\r') end++;
            int size = Integer.parseInt(new String(got, at, end - at, ISO_8859_1).split(";")[0], 16);
            at = end + 2;
            body.write(got, at, size);
            at += size + 2;
            if (size == 0) return at;
        }
    }
}
