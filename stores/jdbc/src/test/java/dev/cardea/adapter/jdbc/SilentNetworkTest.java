package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.testkit.Relay;
import dev.cardea.model.User;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store that says nothing any more is not waited for, on each database with a network between. */
abstract class SilentNetworkTest {
    /** Far more than a busy machine takes. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration PROMISE = Duration.ofSeconds(10);

    private final Database database;
    private final Relay relay;
    private final JdbcAdapter adapter;
    private final User user;

    SilentNetworkTest(Database database) {
        this.database = database;
        var port = Pattern.compile("(?<=:)[0-9]+(?=/)").matcher(database.url());
        assertThat(port.find()).isTrue();
        relay = new Relay(Integer.parseInt(port.group()));
        user = JdbcAdapter.builder(database.pool())
                .migrateOnStart(line -> {})
                .build()
                .createUser(User.of(null, "Ada", "ada@example.com"));
        adapter = JdbcAdapter.builder(database.pool(config -> {
                    config.setJdbcUrl(port.replaceFirst(String.valueOf(relay.port())));
                    config.setConnectionTimeout(1_000);
                    config.setValidationTimeout(500);
                }))
                .statementTimeout(Duration.ofSeconds(1))
                .build();
        // A busy machine may need more than these limits for the first connection.
        assertThat(recovered(() -> adapter.getUserByEmail("ada@example.com"))).hasValue(user);
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        database.close();
    }

    @Test
    void a_call_ends_in_bounded_time_and_the_store_comes_back() {
        relay.fallSilent();
        unavailable(PATIENCE, () -> adapter.getUser("1"));
        unavailable(PATIENCE, () -> adapter.getUser("1"));
        relay.recover();

        assertThat(recovered(() -> adapter.getUserByEmail("ada@example.com"))).hasValue(user);
    }

    @Test
    void a_unit_ends_in_bounded_time_and_leaves_nothing() {
        unavailable(PATIENCE, this::fallSilentInUnit);
        relay.recover();

        assertThat(recovered(() -> adapter.getUserByEmail("bob@example.com"))).isEmpty();
    }

    @Test
    @Tag("nightly")
    void a_unit_and_a_call_end_within_ten_seconds() {
        unavailable(PROMISE, this::fallSilentInUnit);
        unavailable(PROMISE, () -> adapter.getUser("1"));
    }

    private void fallSilentInUnit() {
        adapter.inUnit(unit -> {
            var bound = (JdbcAdapter) unit;
            bound.createUser(User.of(null, "Bob", "bob@example.com"));
            relay.fallSilent();
            return bound.getUser("1");
        });
    }

    /** Retries until the attempts to connect that the pool began have timed out. */
    private static <T> T recovered(Supplier<T> call) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return call.get();
            } catch (StoreException e) {
                if (System.nanoTime() > end) throw e;
            }
        }
    }

    private static void unavailable(Duration limit, ThrowingCallable call) {
        assertTimeoutPreemptively(limit, () -> assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class));
    }
}
