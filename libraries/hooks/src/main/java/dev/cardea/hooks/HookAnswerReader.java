package dev.cardea.hooks;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers of HTTP/1.1 to POST requests from a connection, one after the other (RFC 9112). Framing is strict: an
 * answer whose end is not certain is none.
 */
final class HookAnswerReader {
    private static final int MAX_HEAD = 64 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Pattern CHUNK = Pattern.compile("[0-9A-Fa-f]{1,8}");

    private static final String SIGNATURE = "x-cardea-answer-signature";

    private final InputStream in;
    private final int most;
    private final byte[] buffer = new byte[8 * 1024];
    private int position;
    private int limit;

    private int headBytes;
    private boolean isReusable;

    /** @param most bytes of a body */
    HookAnswerReader(InputStream in, int most) {
        this.in = in;
        this.most = most;
    }

    /**
     * A status and a body of at most as many bytes as are allowed.
     *
     * @param signature of the answer, where the application signed it
     * @param location of a redirect, as it was sent; nothing follows it
     */
    record Answer(
            int status,
            byte[] body,
            @Nullable String signature,
            @Nullable String location) {}

    /** What the head says of the body. */
    private static final class Head {
        int status;
        boolean isPersistent;

        @Nullable String length;

        @Nullable String coding;

        @Nullable String signature;

        @Nullable String location;
    }

    /** @throws IOException where no whole answer comes, or one that is larger than allowed */
    Answer read() throws IOException {
        isReusable = false;
        headBytes = 0;
        var head = head();
        while (head.status < 200) {
            if (head.status == 101) throw malformed();
            head = head();
        }
        byte[] body = body(head);
        isReusable = head.isPersistent && position == limit;
        return new Answer(head.status, body, head.signature, head.location);
    }

    /** Whether another answer may follow on this connection. */
    boolean isReusable() {
        return isReusable;
    }

    private Head head() throws IOException {
        var head = new Head();
        var start = line();
        if (!STATUS.matcher(start).matches()) throw malformed();
        head.status = Integer.parseInt(start.substring(9, 12));
        head.isPersistent = start.charAt(7) == '1';
        for (var line = line(); !line.isEmpty(); line = line()) field(head, line);
        return head;
    }

    private static void field(Head head, String line) throws IOException {
        int colon = line.indexOf(':');
        if (colon <= 0 || line.charAt(0) <= ' ' || line.charAt(colon - 1) <= ' ') throw malformed();
        var value = line.substring(colon + 1).trim();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length" -> {
                if (head.length != null && !head.length.equals(value)) throw malformed();
                head.length = value;
            }
            case "transfer-encoding" -> {
                if (head.coding != null) throw malformed();
                head.coding = value;
            }
            case "connection" -> {
                if (value.toLowerCase(Locale.ROOT).contains("close")) head.isPersistent = false;
            }
            case SIGNATURE -> {
                if (head.signature == null) head.signature = value;
            }
            case "location" -> {
                if (head.location == null) head.location = value;
            }
            default -> {}
        }
    }

    private byte[] body(Head head) throws IOException {
        if (head.status == 204 || head.status == 304) return new byte[0];
        if (head.coding != null) {
            if (!head.coding.equalsIgnoreCase("chunked") || head.length != null) throw malformed();
            return chunks();
        }
        if (head.length != null) return exactly(length(head.length));
        head.isPersistent = false;
        return rest();
    }

    private int length(String digits) throws IOException {
        if (!LENGTH.matcher(digits).matches()) throw malformed();
        long length = Long.parseLong(digits);
        if (length > most) throw tooLarge();
        return (int) length;
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length; ) {
            if (position == limit) fill();
            int part = Math.min(limit - position, length - done);
            System.arraycopy(buffer, position, bytes, done, part);
            position += part;
            done += part;
        }
        return bytes;
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            var line = line();
            int end = line.indexOf(';');
            var size = (end < 0 ? line : line.substring(0, end)).trim();
            if (!CHUNK.matcher(size).matches()) throw malformed();
            long length = Long.parseLong(size, 16);
            if (length > most - body.size()) throw tooLarge();
            if (length == 0) break;
            body.write(exactly((int) length));
            if (!line().isEmpty()) throw malformed();
        }
        while (!line().isEmpty()) {
            // A trailer says nothing that is asked for.
        }
        return body.toByteArray();
    }

    private byte[] rest() throws IOException {
        var body = new ByteArrayOutputStream();
        while (position < limit || more()) {
            if (limit - position > most - body.size()) throw tooLarge();
            body.write(buffer, position, limit - position);
            position = limit;
        }
        return body.toByteArray();
    }

    /** Without its end. All lines of an answer together are bounded. */
    private String line() throws IOException {
        var line = new ByteArrayOutputStream(64);
        while (true) {
            if (position == limit) fill();
            byte b = buffer[position++];
            if (++headBytes > MAX_HEAD) throw malformed();
            if (b == '\n') break;
            line.write(b);
        }
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private void fill() throws IOException {
        if (!more()) throw new EOFException("the response ended early");
    }

    private boolean more() throws IOException {
        int read = in.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(read, 0);
        return read > 0;
    }

    private static IOException malformed() {
        return new IOException("not an HTTP/1.1 response");
    }

    private IOException tooLarge() {
        return new IOException("more than " + most + " bytes");
    }
}
