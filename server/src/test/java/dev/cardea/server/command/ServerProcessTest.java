package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.micrometer.CardeaMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
    @Test
    void the_kinds_of_expired_rows_are_counted_apart() {
        var registry = new SimpleMeterRegistry();
        var meters = CardeaMeters.of(registry);
        ServerProcess.count(new RemovedRows(1, 2, 3, 4), Instant.EPOCH, meters);
        assertThat(rows(registry, "session")).isEqualTo(1);
        assertThat(rows(registry, "verification_token")).isEqualTo(2);
        assertThat(rows(registry, "spent_token")).isEqualTo(3);
        assertThat(rows(registry, "other")).isEqualTo(4);
    }

    @Test
    void more_rows_than_an_int_holds_are_counted() {
        long most = Integer.MAX_VALUE + 1L;
        var registry = new SimpleMeterRegistry();
        ServerProcess.count(new RemovedRows(most, 0, 0, 0), Instant.EPOCH, CardeaMeters.of(registry));
        assertThat(rows(registry, "session")).isEqualTo(most);
    }

    private static double rows(SimpleMeterRegistry registry, String kind) {
        return registry.get("cardea.cleanup.rows").tag("kind", kind).counter().count();
    }
}
