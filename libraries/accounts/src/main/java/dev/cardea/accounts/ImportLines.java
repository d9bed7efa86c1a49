package dev.cardea.accounts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8, each of at most 1 MiB, with one line in memory at a time. Not for sharing between threads. */
final class ImportLines {
    static final int MAX_BYTES = 1 << 20;

    private final InputStream in;
    private long number;

    /** @param in with a buffer */
    ImportLines(InputStream in) {
        this.in = in;
    }

    /**
     * A line.
     *
     * @param text {@code null} if it can't be read
     * @param fault why it can't be read; {@code null} if it can
     */
    record Line(
            long number, @Nullable String text, @Nullable String fault) {}

    /** Returns the next line that isn't blank; empty at the end. */
    Optional<Line> next() throws IOException {
        while (true) {
            int first = in.read();
            if (first < 0) return Optional.empty();
            number++;
            var line = read(first);
            if (line.text == null || !line.text.isBlank()) return Optional.of(line);
        }
    }

    private Line read(int first) throws IOException {
        var bytes = new ByteArrayOutputStream();
        boolean isTooLong = false;
        for (int next = first; next >= 0 && next != '\n'; next = in.read()) {
            if (bytes.size() < MAX_BYTES) bytes.write(next);
            else isTooLong = true;
        }
        return isTooLong ? new Line(number, null, "is longer than 1 MiB") : decoded(bytes.toByteArray());
    }

    private Line decoded(byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new Line(number, number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text, null);
        } catch (CharacterCodingException e) {
            return new Line(number, null, "isn't UTF-8");
        }
    }
}
