package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class BoundedBodySubscriberTest {
    private final BoundedBodySubscriber subscriber = new BoundedBodySubscriber(5);
    private final CompletableFuture<byte[]> body = subscriber.getBody().toCompletableFuture();
    private final Connection connection = new Connection();

    @Test
    void a_body_as_long_as_the_limit_arrives_whole_and_in_order() {
        subscriber.onSubscribe(connection);
        assertThat(connection.requested).isEqualTo(Long.MAX_VALUE);
        subscriber.onNext(List.of(bytes("ab"), bytes("c")));
        subscriber.onNext(List.of(bytes("de")));
        assertThat(body).isNotDone();
        subscriber.onComplete();
        assertThat(body).isCompleted();
        assertThat(body.join()).isEqualTo("abcde".getBytes(US_ASCII));
        assertThat(connection.isCancelled).isFalse();
    }

    @Test
    void one_byte_above_the_limit_ends_the_connection() {
        subscriber.onSubscribe(connection);
        subscriber.onNext(List.of(bytes("abcde")));
        subscriber.onNext(List.of(bytes("f")));
        assertThat(connection.isCancelled).isTrue();
        assertThatThrownBy(body::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("the response is longer than 5 bytes");
    }

    @Test
    void a_connection_that_breaks_is_an_error_and_no_shorter_body() {
        subscriber.onSubscribe(connection);
        subscriber.onNext(List.of(bytes("ab")));
        subscriber.onError(new IOException("reset"));
        assertThatThrownBy(body::get).hasRootCauseMessage("reset");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }

    private static final class Connection implements Flow.Subscription {
        private long requested;
        private boolean isCancelled;

        @Override
        public void request(long count) {
            requested += count;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }
}
