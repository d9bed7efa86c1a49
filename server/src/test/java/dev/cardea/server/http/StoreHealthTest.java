package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.server.log.LoggedLines;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(value = LoggedLines.SERVER, mode = ResourceAccessMode.READ)
class StoreHealthTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** It takes connections, as a stopped process does, and says nothing. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:%d/people",
                "jdbc:mariadb://127.0.0.1:%d/people",
                "redis://127.0.0.1:%d",
                "mongodb://127.0.0.1:%d/people"
            })
    void a_store_that_fell_silent_is_down_within_three_seconds(String url) throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var open = Stores.open(StoreSettings.of(url.formatted(silent.getLocalPort())))) {
            var site = new PublicEndpoints(
                    request -> null, "/auth", HealthEndpoints.all(Readiness.of(auth(open.adapter())::isHealthy)));
            for (int i = 0; i < 2; i++) {
                long begin = System.nanoTime();
                assertThat(site.handle(Request.of("GET", "http://127.0.0.1/healthz"))
                                .status())
                        .isEqualTo(503);
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
            }
        }
    }

    @Test
    void a_store_that_answers_is_well() {
        assertThat(new StoreHealth(auth(new InMemoryAdapter())::isHealthy, LONG, System::nanoTime).answers())
                .isTrue();
    }

    @Test
    void one_question_is_under_way_at_a_time_and_its_answer_is_for_all() throws Exception {
        var asked = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var health = new StoreHealth(() -> isAnswered(asked, answer), Duration.ofMillis(20), System::nanoTime);

        for (int i = 0; i < 5; i++) assertThat(health.answers()).isFalse();
        // Its thread may begin after the 20 ms.
        Eventually.isTrue("the store is asked", () -> asked.get() > 0);
        assertThat(asked).hasValue(1);
        answer.countDown();
        Eventually.isTrue("the store responds", health::answers);
    }

    @Test
    void the_log_has_one_line_for_a_silent_store_and_one_for_its_return() {
        var answer = new CountDownLatch(1);
        var health = new StoreHealth(() -> isAnswered(new AtomicInteger(), answer), Duration.ZERO, System::nanoTime);
        var lines = logged(() -> {
            for (int i = 0; i < 3; i++) assertThat(health.answers()).isFalse();
            answer.countDown();
            Eventually.isTrue("the store responds", health::answers);
        });
        assertThat(lines).containsExactly("the store hasn't responded for 0 ms", "the store responds in time again");
    }

    @Test
    void the_library_alone_logs_a_store_that_fails() {
        var isUp = new AtomicBoolean(true);
        var now = new AtomicLong();
        var health = new StoreHealth(isUp::get, LONG, now::get);
        var lines = logged(() -> {
            for (int i = 0; i < 4; i++) {
                isUp.set(!isUp.get());
                assertThat(health.answers()).isEqualTo(isUp.get());
                now.addAndGet(Duration.ofSeconds(1).toNanos());
            }
        });
        assertThat(lines).isEmpty();
    }

    @Test
    void a_question_that_ends_with_an_error_is_a_store_that_is_down() {
        var health = new StoreHealth(
                () -> {
                    throw new NoClassDefFoundError("driver");
                },
                LONG,
                System::nanoTime);
        assertThat(health.answers()).isFalse();
    }

    private static Auth auth(Adapter adapter) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .adapter(adapter));
    }

    private static List<String> logged(Runnable work) {
        try (var log = LoggedLines.of(LoggedLines.SERVER)) {
            work.run();
            return log.lines();
        }
    }

    private static boolean isAnswered(AtomicInteger asked, CountDownLatch answer) {
        asked.incrementAndGet();
        try {
            return answer.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
