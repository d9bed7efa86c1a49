package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
    private final Sender sender = new Sender();

    @Test
    void a_body_is_put_together_as_it_comes() throws Exception {
        var body = BodyReader.read(sender, 100);
        sender.send("user", false);
        sender.send("name=", false);
        assertThat(body).isNotDone();
        sender.send("ann", true);
        assertThat(body.get()).asString().isEqualTo("username=ann");
    }

    @Test
    void a_read_buffer_is_returned_at_once_so_a_single_byte_holds_none() {
        BodyReader.read(sender, 100);
        for (int i = 0; i < 50; i++) sender.send("x", false);
        assertThat(sender.held).isZero();
    }

    @Test
    void reading_stops_at_a_body_that_is_too_large() {
        var body = BodyReader.read(sender, 10);
        sender.send("0123456789", false);
        assertThat(body).isNotDone();
        sender.send("0", false);
        assertThatThrownBy(body::get).hasCauseInstanceOf(BodyReader.BodyTooLargeException.class);
        sender.send("more", true);
        assertThat(sender.waiting).hasSize(1);
    }

    @Test
    void when_we_gave_up_no_more_is_read() {
        var body = BodyReader.read(sender, 10);
        body.cancel(false);
        sender.send("0", false);
        sender.send("1", false);
        assertThat(sender.waiting).hasSize(2);
        assertThatThrownBy(body::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void an_aborted_body_fails_the_read() {
        var body = BodyReader.read(sender, 10);
        sender.fail(new IllegalStateException("gone"));
        assertThatThrownBy(body::get).hasRootCauseMessage("gone");
    }

    /** Sends what a test says, when it says so. */
    private static final class Sender implements Content.Source {
        private final Deque<Content.Chunk> waiting = new ArrayDeque<>();
        private Runnable demand = () -> {};
        private int held;

        void send(String text, boolean last) {
            held++;
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            add(Content.Chunk.from(bytes, last, () -> held--));
        }

        @Override
        public void fail(Throwable failure) {
            add(Content.Chunk.from(failure, true));
        }

        private void add(Content.Chunk chunk) {
            waiting.add(chunk);
            var waited = demand;
            demand = () -> {};
            waited.run();
        }

        @Override
        public Content.Chunk read() {
            return waiting.poll();
        }

        @Override
        public void demand(Runnable callback) {
            demand = callback;
        }
    }
}
