package dev.cardea.server.http;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads a body without a waiting thread. Each chunk is copied and released: without the copy, a single byte
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
     * Returns the whole body once it has arrived, or fails with {@link BodyTooLargeException}. Completing the future
     * early stops the reading.
     *
     * @param most bytes at most
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

    /** The body is larger than the limit. */
    static final class BodyTooLargeException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
