package dev.cardea.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DriverConnectionsTest {
    private final CountDownLatch attempts = new CountDownLatch(7);
    private final DriverConnections connections =
            DriverConnections.of("jdbc:h2:tcp://127.0.0.1:1/x", null, null, attempts::countDown);

    @Test
    void once_they_are_closed_a_database_that_is_down_is_not_tried_again() throws Exception {
        for (int i = 0; i < 5; i++)
            assertThatThrownBy(connections::getConnection).isInstanceOf(SQLException.class);
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return connections.getConnection().toString();
            } catch (SQLException e) {
                return "closed";
            }
        });
        assertThat(attempts.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting).isNotDone();

        connections.close();

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo("closed");
    }

    /** The pool asks for this when it closes. The time-out of the driver belongs to the process, and may be of another pool. */
    @Test
    void a_pool_that_closes_waits_a_second_for_a_database_that_says_nothing() throws SQLException {
        connections.close();
        assertThat(connections.getLoginTimeout()).isEqualTo(1);
    }
}
