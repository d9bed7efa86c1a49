package dev.cardea.it;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/**
 * A server on a port of this machine, as a handler. It writes requests as they are, good or not: request target and
 * headers go out byte for byte, which no client library does.
 */
public record Remote(int port) implements HttpHandler {
    private static final int PATIENCE_MILLIS = 60_000;

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
        head.append("Connection: close\r\n\r\n");
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        return send(bytes.toByteArray());
    }

    /** Sends bytes as they are and reads one answer. */
    public Response send(byte[] bytes) {
        try (var socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
            } catch (IOException e) {
                // It has heard enough; perhaps it has answered.
            }
            return read(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one answer. */
    static Response read(InputStream in) throws IOException {
        var statusLine = line(in);
        var fields = new ArrayList<Headers.Field>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            fields.add(new Headers.Field(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        var headers = Headers.of(fields);
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        return Response.of(status, headers, body(in, headers, status));
    }

    private static byte[] body(InputStream in, Headers headers, int status) throws IOException {
        if (status == 204 || status == 304) return new byte[0];
        if (headers.first("transfer-encoding").orElse("").contains("chunked")) return chunks(in);
        var length = headers.first("content-length");
        return length.isPresent() ? in.readNBytes(Integer.parseInt(length.get())) : in.readAllBytes();
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var all = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            all.writeBytes(in.readNBytes(size));
            line(in);
        }
        return all.toByteArray();
    }

    private static int size(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }

    private static String line(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) throw new EOFException("the server hung up after \"" + bytes + "\"");
            if (b != '\r') bytes.write(b);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
