package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcMigrationsTest {
    private static final String COLUMNS = """
            select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
            from information_schema.columns where table_schema = 'PUBLIC' order by 1""";

    private final HikariDataSource database = H2.inMemory();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void nothing_is_made_unasked() {
        JdbcAdapter.of(database);
        JdbcMigrations.of(database).status();
        JdbcMigrations.of(database).dryRun();

        assertThat(H2.query(database, COLUMNS)).isEmpty();
    }

    @Test
    void an_empty_database_gets_all_tables_and_a_line_for_each_step() {
        var lines = new ArrayList<String>();
        JdbcMigrations.of(database).run(lines::add);

        assertThat(H2.query(
                        database,
                        "select table_name from information_schema.tables where table_schema = 'PUBLIC' order by 1"))
                .containsExactly(
                        "account",
                        "authenticator",
                        "cardea_migration",
                        "cardea_spent_token",
                        "session",
                        "user",
                        "verificationToken");
        assertThat(lines)
                .containsExactly(
                        "cardea tables (h2): 001-tables applied, 10 statements",
                        "cardea tables (h2): 002-spent-tokens applied, 2 statements");
    }

    @Test
    void a_second_run_has_nothing_to_do_and_says_so() {
        JdbcMigrations.of(database).run(line -> {});
        var lines = new ArrayList<String>();
        JdbcMigrations.of(database).run(lines::add);

        assertThat(lines).containsExactly("cardea tables (h2): version 2, nothing to do");
        assertThat(JdbcMigrations.of(database).dryRun()).isEmpty();
    }

    @Test
    void the_status_names_what_is_pending() {
        var migrations = JdbcMigrations.of(database);
        assertThat(migrations.status())
                .isEqualTo(new JdbcMigrations.Status(0, 2, List.of("001-tables", "002-spent-tokens")));
        migrations.run(line -> {});
        assertThat(migrations.status()).isEqualTo(new JdbcMigrations.Status(2, 2, List.of()));
        assertThat(migrations.status().isCurrent()).isTrue();

        H2.execute(database, "delete from \"cardea_migration\" where \"version\" = 2");
        assertThat(migrations.status().pending()).containsExactly("002-spent-tokens");
        migrations.run(line -> {});
        assertThat(migrations.status().isCurrent()).isTrue();
    }

    @Test
    void the_statements_of_a_dry_run_do_the_same_by_hand() {
        try (var other = H2.inMemory()) {
            var statements = JdbcMigrations.of(other).dryRun();
            H2.execute(other, statements.toArray(String[]::new));
            JdbcMigrations.of(database).run(line -> {});

            assertThat(H2.query(other, COLUMNS))
                    .isEqualTo(H2.query(database, COLUMNS))
                    .hasSizeGreaterThan(30);
            assertThat(JdbcMigrations.of(other).status().isCurrent()).isTrue();
        }
    }

    @Test
    void tables_that_are_there_keep_their_shape_and_rows() {
        H2.execute(
                database,
                "create table \"user\" (\"id\" varchar primary key, \"name\" varchar(99), \"email\" varchar unique,"
                        + " \"emailVerified\" timestamp, \"image\" varchar, \"role\" varchar)",
                "insert into \"user\" values ('u1', 'Ada', 'ada@example.com', null, null, 'admin')");
        var adapter = JdbcAdapter.builder(database).migrateOnStart(line -> {}).build();

        assertThat(adapter.getUser("u1").orElseThrow().claims().text("role")).isEqualTo("admin");
        assertThat(adapter.createSession(new AdapterSession("t", "u1", Instant.EPOCH)))
                .isNotNull();
    }

    @Test
    void the_history_has_the_time_in_utc() {
        var clock = FakeClock.at("2026-01-31T12:00:00.123Z");
        JdbcMigrations.of(database).clock(clock).run(line -> {});

        assertThat(H2.query(database, "select \"appliedAt\" from \"cardea_migration\" where \"version\" = 1"))
                .containsExactly("2026-01-31 12:00:00.123");
    }

    @Test
    void several_instances_may_start_at_once() throws Exception {
        for (int round = 0; round < 10; round++) {
            try (var fresh = H2.inMemory()) {
                var lines = Collections.synchronizedList(new ArrayList<String>());
                var start = new CountDownLatch(1);
                var threads = Executors.newFixedThreadPool(8);
                var running = new ArrayList<Future<?>>();
                for (int i = 0; i < 8; i++) {
                    running.add(threads.submit(() -> {
                        start.await();
                        return JdbcAdapter.builder(fresh)
                                .migrateOnStart(lines::add)
                                .build();
                    }));
                }
                start.countDown();
                for (var future : running) future.get();
                threads.shutdown();

                assertThat(lines.stream().filter(line -> line.contains("001-tables applied")))
                        .hasSize(1);
                assertThat(JdbcMigrations.of(fresh).status().isCurrent()).isTrue();
            }
        }
    }

    @Test
    void a_database_that_does_not_answer_is_an_exception() {
        database.close();

        assertThatThrownBy(() -> JdbcMigrations.of(database).status()).isInstanceOf(JdbcException.class);
        assertThatThrownBy(() -> JdbcAdapter.builder(database).migrateOnStart().build())
                .isInstanceOf(JdbcException.class);
        assertThat(JdbcAdapter.of(database)).isNotNull();
    }

    @Test
    void rows_on_disk_are_there_after_a_restart(@TempDir Path folder) {
        User user;
        try (var first = H2.onDisk(folder)) {
            user = JdbcAdapter.builder(first)
                    .migrateOnStart(line -> {})
                    .build()
                    .createUser(User.of(null, "Ada", "ada@example.com"));
        }
        try (var second = H2.onDisk(folder)) {
            assertThat(JdbcAdapter.of(second).getUserByEmail("ada@example.com")).hasValue(user);
            assertThat(JdbcMigrations.of(second).status().isCurrent()).isTrue();
        }
    }
}
