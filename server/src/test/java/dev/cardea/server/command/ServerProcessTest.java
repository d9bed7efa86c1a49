package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.observe.Id;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
    @Test
    void the_kinds_of_expired_rows_are_counted_apart() {
        var registry = new SimpleMeterRegistry();
        var meters = CardeaMeters.of(registry);
        for (var step : ServerProcess.steps(new RemovedRows(1, 2, 3))) {
            meters.observe(new StepContext(Instant.EPOCH, new Id(1), null, null, null), step);
        }
        assertThat(rows(registry, "session")).isEqualTo(1);
        assertThat(rows(registry, "verification_token")).isEqualTo(2);
        assertThat(rows(registry, "spent_token")).isEqualTo(3);
    }

    @Test
    void more_rows_than_an_int_holds_are_counted() {
        long most = Integer.MAX_VALUE + 1L;
        assertThat(ServerProcess.steps(new RemovedRows(most, 0, 0)))
                .contains(new Step.CleanUp(Step.CleanUp.Kind.SESSION, most));
    }

    private static double rows(SimpleMeterRegistry registry, String kind) {
        return registry.get("cardea.cleanup.rows").tag("kind", kind).counter().count();
    }
}
