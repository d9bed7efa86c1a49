package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.OAuthException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BulkheadTest {
    private static final Request CALL = Request.of("GET", "https://op.example/jwks");

    @Test
    void sixty_four_calls_may_wait_and_the_next_fails_immediately() throws Exception {
        var waiting = new CountDownLatch(64);
        var answered = new CountDownLatch(1);
        var provider = new Bulkhead(call -> {
            waiting.countDown();
            await(answered);
            return Response.of(200);
        });
        var threads = Executors.newCachedThreadPool();
        try {
            var calls = new ArrayList<Future<Response>>();
            for (int i = 0; i < 64; i++) calls.add(threads.submit(() -> provider.handle(CALL)));
            waiting.await();
            assertThatThrownBy(() -> provider.handle(CALL))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("64 calls are already waiting for the provider");
            answered.countDown();
            for (var call : calls) assertThat(call.get().status()).isEqualTo(200);
            assertThat(provider.handle(CALL).status()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_failed_call_frees_its_place() {
        var provider = new Bulkhead(call -> {
            throw new OAuthException("no");
        });
        for (int i = 0; i < 200; i++) {
            assertThatThrownBy(() -> provider.handle(CALL)).isInstanceOf(OAuthException.class);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
