package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database stops while requests are answered, and comes back. */
@Tag("process")
@Tag("store")
class OutageProcessTest {
    @TempDir
    Path folder;

    @Test
    void a_database_that_stops_under_load_ends_readiness_and_signs_no_user_out() throws Exception {
        outage(SharedDatabaseKind.H2);
    }

    @Tag("nightly")
    @Tag("part")
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void readiness_follows_the_database_within_three_seconds(SharedDatabaseKind kind) throws Exception {
        assertThat(outage(kind)).isLessThan(Duration.ofSeconds(3));
    }

    /** Returns how long readiness lagged behind the database. */
    private Duration outage(SharedDatabaseKind kind) throws Exception {
        try (var database = kind.start(folder);
                var served = ServedProcess.start(folder, """
                        secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                        port: 0
                        management: { port: 0 }
                        session: { strategy: database }
                        store: %s
                        """.formatted(database.url()))) {
            var management = served.management();
            var tokens = database.sessions(4);
            var alive = new CountDownLatch(1);
            var probes = new FutureTask<>(() -> livez(served, management, alive));
            try (var load = Load.of(served.site(), tokens, 100)) {
                var prober = new Thread(probes);
                prober.start();
                load.await(100);
                assertThat(load.outcomes().keySet()).containsExactly("signed in");
                untilReadiness(served, management, 200);

                database.stop();
                var untilNotReady = untilReadiness(served, management, 503);
                load.await(20);
                assertThat(load.outcomes()).doesNotContainKey("signed out");

                database.again();
                var untilReady = untilReadiness(served, management, 200);
                int before = load.outcomes().get("signed in").get();
                load.await(100);
                assertThat(load.outcomes().get("signed in").get()).isGreaterThan(before + 50);
                assertThat(load.outcomes()).doesNotContainKey("signed out");
                alive.countDown();
                assertThat(probes.get()).isNotEmpty().allMatch(status -> status == 200);
                return untilReady.compareTo(untilNotReady) > 0 ? untilReady : untilNotReady;
            } finally {
                alive.countDown();
            }
        }
    }

    private static List<Integer> livez(ServedProcess served, String management, CountDownLatch end) throws Exception {
        var statuses = new ArrayList<Integer>();
        while (!end.await(50, TimeUnit.MILLISECONDS)) {
            statuses.add(served.get(management + "/livez").statusCode());
        }
        return statuses;
    }

    private static Duration untilReadiness(ServedProcess served, String management, int status) {
        long begin = System.nanoTime();
        Eventually.isTrue(
                "/readyz is " + status, () -> served.get(management + "/readyz").statusCode() == status);
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
