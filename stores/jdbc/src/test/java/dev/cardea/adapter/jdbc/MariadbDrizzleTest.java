package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The default tables of Drizzle for MySQL: sessions and links end at a whole second, and in January 2038 at the latest. */
@Tag("part")
@Tag("store")
class MariadbDrizzleTest {
    private static final Instant SECOND =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(7, ChronoUnit.DAYS);
    private static final Instant SOON = SECOND.plusMillis(499);

    private final Database database = MariadbDatabase.create();
    private final JdbcAdapter adapter;
    private final String user;

    MariadbDrizzleTest() {
        database.executeFile("drizzle-mysql.sql");
        adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
        user = String.valueOf(
                adapter.createUser(User.of(null, "Ada", "ada@example.com").with("emailVerified", SOON))
                        .id());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void the_rest_of_a_second_is_lost_and_no_more() {
        adapter.createSession(new AdapterSession("t", user, SOON));
        adapter.createVerificationToken(new VerificationToken("a", "hash", SOON));

        assertThat(expires()).isEqualTo(SECOND);
        assertThat(adapter.useVerificationToken("a", "hash").orElseThrow().expires())
                .isEqualTo(SECOND);
        assertThat(adapter.getUser(user).orElseThrow().emailVerified()).isEqualTo(SOON);
        adapter.updateSession(SessionChange.of("t").expires(SOON.plusSeconds(60)));
        assertThat(expires()).isEqualTo(SECOND.plusSeconds(60));
    }

    @Test
    void a_value_that_the_column_cannot_hold_is_rejected() {
        assertThatThrownBy(() ->
                        adapter.createSession(new AdapterSession("t", user, Instant.parse("2039-01-01T00:00:00Z"))))
                .isInstanceOf(JdbcException.class);
        assertThat(adapter.getSessionAndUser("t")).isEmpty();
    }

    private Instant expires() {
        return adapter.getSessionAndUser("t").orElseThrow().session().expires();
    }
}
