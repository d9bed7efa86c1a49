package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.testkit.SchemaContract;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Rounds;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On each database. */
abstract class JdbcMigrationsTest implements SchemaContract {
    final Database database;

    JdbcMigrationsTest(Database database) {
        this.database = database;
    }

    abstract Database another();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void migrations_never_run_implicitly() {
        JdbcAdapter.of(database.pool());
        JdbcMigrations.of(database.pool()).status();
        JdbcMigrations.of(database.pool()).dryRun();

        assertThat(database.columns()).isEmpty();
    }

    @Override
    public Schema onEmptyStore() {
        return JdbcAdapter.of(database.pool());
    }

    @Test
    void the_adapter_prints_sql_that_can_be_pasted_and_runs_none_of_it() {
        assertThat(onEmptyStore().schemaDryRun()).isNotEmpty().allMatch(sql -> sql.endsWith(";"));
        assertThat(database.columns()).isEmpty();
    }

    @Test
    void an_empty_database_gets_all_tables_and_a_line_for_each_step() {
        var lines = new CopyOnWriteArrayList<String>();
        JdbcMigrations.of(database.pool()).run(lines::add);

        assertThat(database.tables())
                .containsExactly(
                        "account",
                        "authenticator",
                        "cardea_account",
                        "cardea_limit",
                        "cardea_migration",
                        "cardea_passkey",
                        "cardea_record",
                        "cardea_session",
                        "cardea_spent_token",
                        "session",
                        "user",
                        "verificationToken");
        assertThat(lines)
                .containsExactly(
                        "cardea tables (" + database.dialect() + "): 001-tables applied, " + statements("001-tables")
                                + " statements",
                        "cardea tables (" + database.dialect() + "): 002-spent-tokens applied, "
                                + statements("002-spent-tokens") + " statements",
                        "cardea tables (" + database.dialect() + "): 003-passkeys applied, "
                                + statements("003-passkeys") + " statements",
                        "cardea tables (" + database.dialect() + "): 004-indexes applied, 0 statements",
                        "cardea tables (" + database.dialect() + "): 005-limits applied, " + statements("005-limits")
                                + " statements",
                        "cardea tables (" + database.dialect() + "): 006-accounts applied, "
                                + statements("006-accounts") + " statements",
                        "cardea tables (" + database.dialect() + "): 007-sessions applied, "
                                + statements("007-sessions") + " statements",
                        "cardea tables (" + database.dialect() + "): 008-records applied, " + statements("008-records")
                                + " statements");
    }

    @Test
    void a_table_of_limits_that_is_gone_is_named_and_made_again() {
        JdbcMigrations.of(database.pool()).run(line -> {});
        database.execute("drop table \"cardea_limit\"");

        assertThat(JdbcAdapter.of(database.pool()).missing()).containsExactly("there is no table cardea_limit");
        assertThat(JdbcMigrations.of(database.pool()).status().isCurrent()).isFalse();
        JdbcMigrations.of(database.pool()).run(line -> {});
        assertThat(database.tables()).contains("cardea_limit");
    }

    @Test
    void a_second_run_has_nothing_to_do_and_says_so() {
        JdbcMigrations.of(database.pool()).run(line -> {});
        var lines = new CopyOnWriteArrayList<String>();
        JdbcMigrations.of(database.pool()).run(lines::add);

        assertThat(lines).containsExactly("cardea tables (" + database.dialect() + "): version 8, nothing to do");
        assertThat(JdbcMigrations.of(database.pool()).dryRun()).isEmpty();
    }

    @Test
    void the_status_names_what_is_pending() {
        var migrations = JdbcMigrations.of(database.pool());
        assertThat(migrations.status())
                .isEqualTo(new JdbcMigrations.Status(
                        0,
                        8,
                        List.of(
                                "001-tables",
                                "002-spent-tokens",
                                "003-passkeys",
                                "004-indexes",
                                "005-limits",
                                "006-accounts",
                                "007-sessions",
                                "008-records"),
                        true));
        migrations.run(line -> {});
        assertThat(migrations.status()).isEqualTo(new JdbcMigrations.Status(8, 8, List.of(), false));
        assertThat(migrations.status().isCurrent()).isTrue();

        database.execute("delete from \"cardea_migration\" where \"version\" = 8");
        assertThat(migrations.status().pending()).containsExactly("008-records");
        migrations.run(line -> {});
        assertThat(migrations.status().isCurrent()).isTrue();
    }

    @Test
    void the_statements_of_a_dry_run_do_the_same_by_hand() {
        try (var other = another()) {
            var statements = JdbcMigrations.of(other.pool()).dryRun();
            other.execute(statements.toArray(String[]::new));
            JdbcMigrations.of(database.pool()).run(line -> {});

            assertThat(other.columns()).isEqualTo(database.columns()).hasSizeGreaterThan(30);
            assertThat(JdbcMigrations.of(other.pool()).status().isCurrent()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void Flyway_and_Liquibase_make_what_the_migrations_make_before_the_tables_of_the_application(
            MigrationTool tool, @TempDir Path folder) {
        try (var other = another()) {
            tool.run(other, folder);
            tool.run(other, folder);
            JdbcMigrations.of(database.pool()).run(line -> {});

            var names = database.tables();
            assertThat(other.columns())
                    .filteredOn(column -> names.contains(column.substring(0, column.indexOf('.'))))
                    .isEqualTo(database.columns());
            assertThat(other.rows("select \"version\", \"name\" from \"cardea_migration\" order by \"version\""))
                    .isEqualTo(database.rows(
                            "select \"version\", \"name\" from \"cardea_migration\" order by \"version\""));
            assertThat(other.rows("select \"appliedAt\" from \"cardea_migration\""))
                    .allMatch(time -> time.matches("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"));

            assertThat(JdbcMigrations.of(other.pool()).status().isCurrent()).isTrue();
            assertThat(JdbcMigrations.of(other.pool()).dryRun()).isEmpty();
            assertThat(JdbcAdapter.of(other.pool()).missing()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void Flyway_and_Liquibase_continue_where_the_migrations_ended(MigrationTool tool, @TempDir Path folder) {
        var adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
        var ada = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        var history = database.rows("select * from \"cardea_migration\" order by \"version\"");
        database.execute("drop table \"cardea_limit\"");

        tool.run(database, folder);

        assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(ada);
        assertThat(adapter.missing()).isEmpty();
        assertThat(database.rows("select * from \"cardea_migration\" order by \"version\""))
                .isEqualTo(history);
        assertThat(database.rows("select count(*) from note")).containsExactly("0");
    }

    @Test
    void tables_that_are_there_keep_their_shape_and_rows() {
        database.execute(
                "create table \"user\" (\"id\" varchar(99) primary key, \"name\" varchar(99), \"email\" varchar(99) unique,"
                        + " \"emailVerified\" timestamp null, \"image\" varchar(99), \"role\" varchar(99))",
                "insert into \"user\" values ('u1', 'Ada', 'ada@example.com', null, null, 'admin')");
        var adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();

        assertThat(adapter.getUser("u1").orElseThrow().claims().text("role")).isEqualTo("admin");
        assertThat(adapter.createSession(new AdapterSession("t", "u1", Instant.EPOCH)))
                .isNotNull();
    }

    @Test
    void the_history_has_the_time_in_utc() {
        var clock = FakeClock.at("2026-01-31T12:00:00.123Z");
        JdbcMigrations.of(database.pool()).clock(clock).run(line -> {});

        assertThat(database.rows("select \"appliedAt\" from \"cardea_migration\" where \"version\" = 1"))
                .containsExactly("2026-01-31T12:00:00.123Z");
    }

    @Test
    void several_instances_may_start_at_once() throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            try (var fresh = another()) {
                var lines = new CopyOnWriteArrayList<String>();
                var start = new CountDownLatch(1);
                var threads = Executors.newFixedThreadPool(8);
                var running = new ArrayList<Future<?>>();
                for (int i = 0; i < 8; i++) {
                    running.add(threads.submit(() -> {
                        start.await();
                        return JdbcAdapter.builder(fresh.pool())
                                .migrateOnStart(lines::add)
                                .build();
                    }));
                }
                start.countDown();
                for (var future : running) future.get();
                threads.shutdown();

                assertThat(lines.stream().filter(line -> line.contains("001-tables applied")))
                        .hasSize(1);
                assertThat(JdbcMigrations.of(fresh.pool()).status().isCurrent()).isTrue();
            }
        }
    }

    @Test
    void a_database_that_does_not_answer_is_an_exception() {
        database.pool().close();

        assertThatThrownBy(() -> JdbcMigrations.of(database.pool()).status())
                .isInstanceOf(StoreUnavailableException.class)
                .hasCauseInstanceOf(JdbcException.class);
        assertThatThrownBy(() ->
                        JdbcAdapter.builder(database.pool()).migrateOnStart().build())
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(JdbcAdapter.of(database.pool())).isNotNull();
    }

    private int statements(String migration) {
        return Migration.all(
                        database.dialect().sql(),
                        Layout.DRIZZLE,
                        database.dialect().sql().idType(),
                        List.of())
                .stream()
                .filter(it -> it.name().equals(migration))
                .findFirst()
                .orElseThrow()
                .statements()
                .size();
    }
}
