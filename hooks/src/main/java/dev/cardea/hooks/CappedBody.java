package dev.cardea.hooks;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Gathers an answer's bytes, and fails as soon as there are too many. */
final class CappedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final HttpResponse.BodySubscriber<byte[]> gathered = HttpResponse.BodySubscribers.ofByteArray();
    private final int most;
    private Flow.@Nullable Subscription subscription;
    private long size;

    CappedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return gathered.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription started) {
        subscription = started;
        gathered.onSubscribe(started);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (var buffer : buffers) size += buffer.remaining();
        if (size <= most) {
            gathered.onNext(buffers);
            return;
        }
        if (subscription != null) subscription.cancel();
        gathered.onError(new IOException("more than " + most + " bytes"));
    }

    @Override
    public void onError(Throwable error) {
        gathered.onError(error);
    }

    @Override
    public void onComplete() {
        gathered.onComplete();
    }
}
