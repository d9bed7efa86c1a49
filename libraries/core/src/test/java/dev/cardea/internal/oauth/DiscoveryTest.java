package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often the discovery document of a provider is fetched. */
class DiscoveryTest {
    private static final String ISSUER = "https://op.example";

    private final StillClock hands = new StillClock();
    private final Op op = new Op();
    private final Discovery discovery = new Discovery(ISSUER, null, op, hands);

    @Test
    void a_document_is_fresh_for_ten_minutes() {
        for (int i = 0; i < 10; i++) discovery.metadata();
        hands.advance(Duration.ofMinutes(10).minusSeconds(1));
        discovery.metadata();
        assertThat(op.fetches).hasValue(1);
        hands.advance(Duration.ofSeconds(1));
        assertThat(discovery.metadata().tokenEndpoint()).contains(ISSUER + "/token/2");
        assertThat(op.fetches).hasValue(2);
    }

    @Test
    void a_document_serves_for_a_day_during_an_outage() {
        discovery.metadata();
        op.down = true;
        hands.advance(Duration.ofDays(1).minusSeconds(1));
        for (int i = 0; i < 100; i++) {
            assertThat(discovery.metadata().tokenEndpoint()).contains(ISSUER + "/token/1");
        }
        assertThat(op.fetches).hasValue(2);
        hands.advance(Duration.ofSeconds(31));
        assertThatThrownBy(discovery::metadata).hasMessage("discovery returned status 503");
    }

    @Test
    void a_failure_is_repeated_for_five_seconds_before_the_next_fetch() {
        op.down = true;
        assertThatThrownBy(discovery::metadata).hasMessage("discovery returned status 503");
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(discovery::metadata)
                    .isInstanceOf(OAuthException.class)
                    .hasMessageContaining("discovery returned status 503")
                    .hasMessageContaining("not asked again");
        }
        assertThat(op.fetches).hasValue(1);
        op.down = false;
        hands.advance(Duration.ofSeconds(5));
        assertThat(discovery.metadata().issuer()).isEqualTo(ISSUER);
    }

    @Test
    void many_threads_share_one_fetch_and_its_failure() throws Exception {
        op.down = true;
        op.gate = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(200);
        try {
            var all = new ArrayList<Future<String>>();
            for (int i = 0; i < 200; i++) all.add(threads.submit(this::reason));
            op.gate.countDown();
            for (var one : all) assertThat(one.get(60, TimeUnit.SECONDS)).contains("discovery returned status 503");
        } finally {
            threads.shutdownNow();
        }
        assertThat(op.fetches).hasValue(1);
    }

    private String reason() {
        try {
            return String.valueOf(discovery.metadata().issuer());
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static final class Op implements HttpHandler {
        final AtomicInteger fetches = new AtomicInteger();
        volatile boolean down;
        volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public Response handle(Request request) {
            int fetch = fetches.incrementAndGet();
            try {
                if (!gate.await(60, TimeUnit.SECONDS)) throw new IllegalStateException("the gate stayed shut");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (down) return Response.of(503);
            return Response.json(
                    200,
                    Claims.of("issuer", ISSUER)
                            .with("token_endpoint", ISSUER + "/token/" + fetch)
                            .toJson());
        }
    }
}
