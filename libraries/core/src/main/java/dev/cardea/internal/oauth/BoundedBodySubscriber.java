package dev.cardea.internal.oauth;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects the body of a response up to a limit, and closes the connection beyond it. */
final class BoundedBodySubscriber implements HttpResponse.BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBodySubscriber(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        subscription = source;
        source.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (var buffer : buffers) {
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
        if (bytes.size() > most) {
            if (subscription != null) subscription.cancel();
            whole.completeExceptionally(tooLong(most));
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }

    static IOException tooLong(int most) {
        return new IOException("the response is longer than " + most + " bytes");
    }
}
