package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.http.Request;
import dev.cardea.server.store.StoreSettings;
import dev.cardea.server.store.Stores;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreHealthTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** It takes connections, as a stopped process does, and says nothing. */
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
            var site = new Site(request -> null, "/auth", HealthEndpoints.all(Readiness.of(open.adapter())));
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
        assertThat(new StoreHealth(new Store(new InMemoryAdapter()), LONG, System::nanoTime).answers())
                .isTrue();
    }

    @Test
    void one_question_is_under_way_at_a_time_and_its_answer_is_for_all() throws Exception {
        var asked = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var health = new StoreHealth(new Store(users(asked, answer)), Duration.ofMillis(20), System::nanoTime);

        for (int i = 0; i < 5; i++) assertThat(health.answers()).isFalse();
        assertThat(asked).hasValue(1);
        answer.countDown();
        for (int i = 0; i < 500 && !health.answers(); i++) TimeUnit.MILLISECONDS.sleep(10);
        assertThat(health.answers()).isTrue();
    }

    private static UserAdapter users(AtomicInteger asked, CountDownLatch answer) {
        return (UserAdapter) Proxy.newProxyInstance(
                UserAdapter.class.getClassLoader(), new Class<?>[] {UserAdapter.class}, (self, method, arguments) -> {
                    asked.incrementAndGet();
                    answer.await();
                    return Optional.empty();
                });
    }
}
