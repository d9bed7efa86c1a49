package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Commands end rows and records: the strategy may have changed since a session began. */
class AllSessionsTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final AllSessions all = new AllSessions(store);
    private final String ada = Objects.requireNonNull(
            store.createUser(User.of(null, "Ada", "ada@example.com")).id());

    @Test
    void rows_and_records_are_listed_and_ended() {
        store.createSession(new AdapterSession("row", ada, NOON));
        register("0");
        register("1");
        assertThat(all.list(ada)).hasSize(3);

        for (var session : all.list(ada)) {
            if (!session.id().equals("1".repeat(64)))
                assertThat(all.end(session)).isTrue();
        }
        assertThat(all.list(ada)).extracting(StoredSession::id).containsExactly("1".repeat(64));
        assertThat(store.listSessionsByUserId(ada)).isEmpty();
    }

    @Test
    void all_end_or_all_but_one() {
        store.createSession(new AdapterSession("row", ada, NOON));
        register("0");
        register("1");
        all.endAll(ada, StoredSession.of(store.listSessionRecords(ada).get(0)));
        assertThat(all.list(ada)).hasSize(1);
        all.endAll(ada, null);

        assertThat(all.list(ada)).isEmpty();
    }

    private void register(String digit) {
        var id = digit.repeat(64);
        var end = NOON.plus(Duration.ofDays(1));
        store.registerSession(new SessionRecord(id, ada, true, NOON, NOON, end, "op", null, null, null, null));
    }
}
