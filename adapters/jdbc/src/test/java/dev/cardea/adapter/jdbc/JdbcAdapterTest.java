package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.json.Claim;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to this store; the promises that all adapters make are in the contract tests. */
class JdbcAdapterTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");

    private final HikariDataSource database = H2.inMemory();
    private final Watched watched = new Watched(database);
    private final FakeClock clock = FakeClock.at(NOW);
    private final JdbcAdapter adapter = JdbcAdapter.builder(watched.dataSource())
            .clock(clock)
            .randomness(FixedRandomness.of("jdbc"))
            .migrateOnStart(line -> {})
            .build();

    @AfterEach
    void close() {
        assertThat(watched.closed).hasValue(watched.opened.get());
        database.close();
    }

    @Test
    void a_session_and_its_user_are_one_query() {
        var session = session(ada());
        watched.statements.clear();

        assertThat(adapter.getSessionAndUser(session.sessionToken())).isPresent();
        assertThat(watched.statements).containsExactly("executeQuery");
    }

    @Test
    void rows_look_as_Drizzle_makes_them() {
        var user = adapter.createUser(User.of("proposed", "Ada", "ada@example.com")
                .with("emailVerified", NOW)
                .with("moon", "full"));
        adapter.linkAccount(Account.of("github", "42", ProviderType.OAUTH)
                .with("userId", user.id())
                .with("access_token", "secret")
                .with("expires_at", 1_800_000_000)
                .with("moon", "full"));
        session(user);

        assertThat(H2.query(database, """
                        select "id" || '|' || "name" || '|' || "email" || '|' || "emailVerified" || '|' || coalesce("image", '-')
                        from "user\""""))
                .containsExactly(user.id() + "|Ada|ada@example.com|2026-01-31 12:00:00.123|-");
        assertThat(H2.query(database, """
                        select "userId" || '|' || "type" || '|' || "provider" || '|' || "providerAccountId" || '|'
                          || "access_token" || '|' || "expires_at" from "account\"""")).containsExactly(user.id() + "|oauth|github|42|secret|1800000000");
        assertThat(H2.query(database, "select \"expires\" from \"session\""))
                .containsExactly("2026-02-01 12:00:00.123");
    }

    @Test
    void rows_that_Auth_js_made_are_read() {
        H2.execute(
                database,
                "insert into \"user\" values ('u1', 'Ada', 'ada@example.com', timestamp '2026-01-31 12:00:00.123', null)",
                "insert into \"account\" (\"userId\", \"type\", \"provider\", \"providerAccountId\", \"expires_at\")"
                        + " values ('u1', 'oidc', 'google', '7', 1800000000)",
                "insert into \"session\" values ('t1', 'u1', timestamp '2026-02-01 12:00:00.5')");

        assertThat(adapter.getUserByAccount("google", "7").orElseThrow().emailVerified())
                .isEqualTo(NOW);
        assertThat(adapter.getSessionAndUser("t1").orElseThrow().session())
                .isEqualTo(new AdapterSession("t1", "u1", Instant.parse("2026-02-01T12:00:00.500Z")));
        assertThat(adapter.getAccount("7", "google").orElseThrow().expiresAt()).isEqualTo(1_800_000_000L);
    }

    /** The zone of machine and session may change between writing and reading; the rows are UTC. */
    @ParameterizedTest
    @ValueSource(strings = {"Asia/Tokyo", "America/St_Johns", "Europe/Berlin", "Pacific/Apia"})
    void times_do_not_depend_on_a_zone(String zone) {
        var before = TimeZone.getDefault();
        var gap = Instant.parse("2026-03-29T02:30:00.001Z");
        var user = ada();
        try (var there = H2.pool(database.getJdbcUrl() + ";TIME ZONE=" + zone, 1)) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            JdbcAdapter.of(there).createSession(new AdapterSession("t", String.valueOf(user.id()), gap));
            assertThat(JdbcAdapter.of(there)
                            .getSessionAndUser("t")
                            .orElseThrow()
                            .session()
                            .expires())
                    .isEqualTo(gap);
        } finally {
            TimeZone.setDefault(before);
        }

        assertThat(adapter.getSessionAndUser("t").orElseThrow().session().expires())
                .isEqualTo(gap);
        assertThat(H2.query(database, "select \"expires\" from \"session\""))
                .containsExactly("2026-03-29 02:30:00.001");
    }

    @Test
    void columns_of_the_application_travel_with_the_user() {
        H2.execute(
                database,
                "alter table \"user\" add (\"role\" varchar default 'guest', \"logins\" integer, \"score\" decimal(10, 2),"
                        + " \"active\" boolean, \"createdAt\" timestamp(3), \"seenAt\" timestamp(3) with time zone, \"tags\" varchar)");
        var own = JdbcAdapter.of(database);
        var user = own.createUser(User.of(null, "Ada", "ada@example.com")
                .with("logins", 3)
                .with("score", 1.5)
                .with("active", true)
                .with("createdAt", NOW)
                .with("seenAt", NOW)
                .with("tags", List.of("a", "b")));

        assertThat(user.get(Claim.text("role"))).hasValue("guest");
        assertThat(user.get(Claim.number("logins"))).hasValue(3L);
        assertThat(user.get(Claim.decimal("score"))).hasValue(1.5);
        assertThat(user.get(Claim.bool("active"))).hasValue(true);
        assertThat(user.get(Claim.time("createdAt"))).hasValue(NOW);
        assertThat(user.get(Claim.time("seenAt"))).hasValue(NOW);
        assertThat(user.get(Claim.text("tags"))).hasValue("[\"a\",\"b\"]");
        var updated = own.updateUser(UserChange.of(String.valueOf(user.id())).with("role", "admin"));
        assertThat(updated.claims().without("role")).isEqualTo(user.claims().without("role"));
        assertThat(own.getUserByEmail("ada@example.com")).hasValue(updated);
    }

    @Test
    void columns_are_looked_up_once() {
        ada();
        watched.statements.clear();
        for (int i = 0; i < 3; i++) adapter.getUserByEmail("ada@example.com");

        assertThat(watched.statements).hasSize(3);
    }

    @Test
    void without_tables_the_message_says_how_to_make_them() {
        try (var empty = H2.inMemory()) {
            assertThatThrownBy(() -> JdbcAdapter.of(empty).getUser("1"))
                    .isInstanceOfSatisfying(
                            JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.SCHEMA))
                    .hasMessageContaining("getUser")
                    .hasMessageContaining("migrateOnStart()");
            assertThatThrownBy(() -> JdbcAdapter.of(empty).check()).isInstanceOf(JdbcException.class);
        }
        adapter.check();
    }

    @Test
    void a_store_that_comes_up_late_is_found() {
        try (var empty = H2.inMemory()) {
            var early = JdbcAdapter.of(empty);
            assertThatThrownBy(early::check).isInstanceOf(JdbcException.class);
            JdbcMigrations.of(empty).run(line -> {});

            early.check();
        }
    }

    @Test
    void a_pool_without_a_free_connection_is_an_exception_and_then_forgotten() throws SQLException {
        try (var small = H2.pool(database.getJdbcUrl(), 1)) {
            small.setConnectionTimeout(300);
            var starved = JdbcAdapter.of(small);
            try (var taken = small.getConnection()) {
                assertThat(taken).isNotNull();
                assertThatThrownBy(() -> starved.getUser("1"))
                        .isInstanceOfSatisfying(
                                JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
            }
            assertThat(starved.getUser("1")).isEmpty();
        }
    }

    @Test
    void one_connection_is_enough_for_everything() {
        try (var small = H2.pool(database.getJdbcUrl(), 1)) {
            var thrifty = JdbcAdapter.of(small);
            var user = thrifty.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com")));
            thrifty.deleteUser(String.valueOf(user.id()));
            assertThatThrownBy(() -> thrifty.updateUser(UserChange.of("nobody")))
                    .hasMessage("there is no such user");

            assertThat(thrifty.getUserByEmail("ada@example.com")).isEmpty();
            assertThat(small.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void a_pool_that_does_not_commit_by_itself_works_too() throws SQLException {
        try (var manual = H2.manual(database.getJdbcUrl())) {
            var user = JdbcAdapter.of(manual).createUser(User.of(null, "Ada", "ada@example.com"));
            JdbcAdapter.of(manual).deleteUser("nobody");

            assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
            try (var connection = manual.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
    }

    @Test
    void connections_go_back_as_they_came() throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            var borrowing = JdbcAdapter.of(new OneConnection(connection));
            int isolation = connection.getTransactionIsolation();
            borrowing.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com")));
            assertThatThrownBy(() -> borrowing.inUnit(unit -> {
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");

            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
            assertThat(statement.getQueryTimeout()).isZero();
        }
    }

    @Test
    void a_statement_that_takes_too_long_is_stopped() {
        H2.execute(
                database,
                "alter table \"verificationToken\" rename to \"slow\"",
                """
                create view "verificationToken" as select * from "slow"
                where (select count(*) from system_range(1, 1000000000000) where mod(x, 2) = 3) = 0""",
                "insert into \"slow\" values ('a', 'b', current_timestamp)");
        var impatient = JdbcAdapter.builder(database)
                .statementTimeout(Duration.ofSeconds(1))
                .build();

        // Left alone it would count for hours.
        assertTimeout(
                Duration.ofSeconds(30),
                () -> assertThatThrownBy(() -> impatient.useVerificationToken("a", "b"))
                        .isInstanceOf(JdbcException.class));
    }

    @Test
    void a_conflict_is_tried_again_and_in_the_end_given_up() {
        watched.failCommits(4, "40001");
        var runs = new AtomicInteger();
        var user = adapter.inUnit(unit -> {
            runs.incrementAndGet();
            return ((JdbcAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com"));
        });
        assertThat(runs).hasValue(5);
        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);

        watched.failCommits(5, "40P01");
        assertThatThrownBy(() ->
                        adapter.inUnit(unit -> ((JdbcAdapter) unit).createUser(User.of(null, "Bob", "b@example.com"))))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT));
        assertThat(adapter.getUserByEmail("b@example.com")).isEmpty();
    }

    @Test
    void a_conflict_inside_a_unit_is_found_under_what_wraps_it() {
        ada();
        var runs = new AtomicInteger();
        var found = adapter.inUnit(unit -> {
            if (runs.incrementAndGet() == 1) watched.failStatements(1, "40001");
            try {
                return ((JdbcAdapter) unit).getUserByEmail("ada@example.com");
            } catch (RuntimeException e) {
                throw new IllegalStateException("wrapped", e);
            }
        });

        assertThat(found).isPresent();
        assertThat(runs).hasValue(2);
    }

    @Test
    void a_single_call_is_tried_again_too() {
        ada();
        watched.failStatements(2, "40001");

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
    }

    @Test
    void other_failures_are_not_tried_again() {
        ada();
        watched.statements.clear();
        watched.failStatements(1, "XX000");

        assertThatThrownBy(() -> adapter.getUserByEmail("ada@example.com"))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OTHER));
        assertThat(watched.statements).hasSize(1);
    }

    @Test
    void a_duplicate_is_called_so_and_quotes_no_row() {
        ada();

        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com")))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DUPLICATE))
                .hasMessageNotContaining("ada@example.com");
    }

    @Test
    void a_session_of_nobody_is_refused() {
        assertThatThrownBy(() -> adapter.createSession(new AdapterSession("t", "nobody", NOW)))
                .isInstanceOfSatisfying(
                        JdbcException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OTHER));
    }

    @Test
    void an_adapter_of_a_unit_that_is_over_refuses_to_work() {
        var kept = adapter.inUnit(unit -> (JdbcAdapter) unit);

        assertThatThrownBy(() -> kept.getUser("1")).hasMessage("getUser: the unit of work is over");
    }

    @Test
    void a_unit_inside_a_unit_takes_back_only_its_own_work() {
        adapter.inUnit(outer -> {
            ((JdbcAdapter) outer).createUser(User.of(null, "Ada", "ada@example.com"));
            assertThatThrownBy(() -> ((JdbcAdapter) outer).inUnit(inner -> {
                        ((JdbcAdapter) inner).createUser(User.of(null, "Eve", "eve@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
            ((JdbcAdapter) outer).deleteUser("nobody");
            return true;
        });

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
    }

    @Test
    void ids_of_users_come_from_the_given_randomness() {
        assertThat(ada().id()).isEqualTo(FixedRandomness.of("jdbc").uuid());
    }

    @Test
    void what_ran_out_can_be_removed() {
        var user = ada();
        session(user);
        adapter.createSession(new AdapterSession("old", String.valueOf(user.id()), NOW.minusMillis(1)));
        adapter.createVerificationToken(new VerificationToken("a", "old", NOW.minusMillis(1)));
        adapter.createVerificationToken(new VerificationToken("a", "new", NOW.plusMillis(1)));

        assertThat(adapter.deleteExpired()).isEqualTo(2);
        assertThat(adapter.deleteExpired()).isZero();
        assertThat(adapter.useVerificationToken("a", "new")).isPresent();
        assertThat(adapter.listSessionsByUserId(String.valueOf(user.id()))).hasSize(1);
    }

    @Test
    void spent_keys_that_ran_out_go_now_and_then() {
        adapter.spend("a", NOW.plusSeconds(1));
        adapter.spend("b", NOW.plusSeconds(3_600));
        clock.advance(Duration.ofMinutes(11));
        adapter.spend("c", NOW.plusSeconds(7_200));

        assertThat(H2.query(database, "select \"key\" from \"cardea_spent_token\" order by 1"))
                .containsExactly("b", "c");
        assertThat(adapter.spend("b", NOW)).isFalse();
    }

    @Test
    void two_processes_share_one_database() {
        var other = JdbcAdapter.of(database);
        adapter.createVerificationToken(new VerificationToken("a", "hash", NOW));
        assertThat(other.useVerificationToken("a", "hash")).isPresent();
        assertThat(adapter.useVerificationToken("a", "hash")).isEmpty();
        assertThat(other.spend("k", NOW.plusSeconds(1_000))).isTrue();
        assertThat(adapter.spend("k", NOW.plusSeconds(1_000))).isFalse();
    }

    @Test
    void a_refresh_changes_the_expiry_only() {
        var session = session(ada());
        adapter.updateSession(SessionChange.expires(session.sessionToken(), NOW.plusMillis(1)));

        assertThat(H2.query(database, "select \"expires\" from \"session\""))
                .containsExactly("2026-01-31 12:00:00.124");
    }

    private User ada() {
        return adapter.createUser(User.of(null, "Ada", "ada@example.com"));
    }

    private AdapterSession session(User user) {
        return adapter.createSession(
                new AdapterSession("token", String.valueOf(user.id()), NOW.plus(Duration.ofDays(1))));
    }
}
