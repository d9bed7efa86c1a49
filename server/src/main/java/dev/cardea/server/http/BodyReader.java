package dev.cardea.server.http;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads a body without a thread that waits for it. What was read is copied and given back: kept as it came, a byte
 * would hold the whole buffer that it came in.
 */
final class BodyReader {
    private final Content.Source source;
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    private BodyReader(Content.Source source, int most) {
        this.source = source;
        this.most = most;
    }

    /**
     * The whole body, when it has come; a {@link BodyTooLargeException} where it is larger. Whoever completes the
     * future before stops the reading.
     */
    static CompletableFuture<byte[]> read(Content.Source source, int most) {
        var reader = new BodyReader(source, most);
        reader.read();
        return reader.body;
    }

    private void read() {
        while (!body.isDone()) {
            var chunk = source.read();
            if (chunk == null) {
                source.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, this::read));
                return;
            }
            take(chunk);
            chunk.release();
        }
    }

    private void take(Content.Chunk chunk) {
        if (Content.Chunk.isFailure(chunk)) {
            body.completeExceptionally(chunk.getFailure());
        } else if (chunk.remaining() > most - bytes.size()) {
            body.completeExceptionally(new BodyTooLargeException());
        } else {
            bytes.writeBytes(BufferUtil.toArray(chunk.getByteBuffer()));
            if (chunk.isLast()) body.complete(bytes.toByteArray());
        }
    }

    /** There is more of it than we read. */
    static final class BodyTooLargeException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
