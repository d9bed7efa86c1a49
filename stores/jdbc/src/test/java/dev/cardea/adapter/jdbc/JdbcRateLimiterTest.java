package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.testkit.RateLimiterContract;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Take;
import dev.cardea.testing.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** On each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcRateLimiterTest implements RateLimiterContract {
    private static final Limit LIMIT = new Limit(3, Duration.ofMinutes(1));

    final Database database;
    private final JdbcRateLimiter limiter;
    private final JdbcRateLimiter another;

    JdbcRateLimiterTest(Database database) {
        this.database = database;
        limiter = JdbcRateLimiter.of(database.pool());
        another = JdbcRateLimiter.of(database.pool(config -> {
            config.setMaximumPoolSize(20);
            config.setAutoCommit(false);
        }));
        limiter.createTable();
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Override
    public RateLimiter limiter() {
        return limiter;
    }

    @Override
    public RateLimiter another() {
        return another;
    }

    @Test
    void the_table_is_all_that_is_made_and_may_be_made_again() {
        another.createTable();

        assertThat(database.tables()).containsExactly("cardea_limit");
    }

    @Test
    void the_clock_of_the_session_does_not_matter() {
        var zoned = JdbcRateLimiter.of(database.pool(config -> database.reach(config, "America/St_Johns")));
        long before = Instant.now().toEpochMilli();
        zoned.take("zoned", LIMIT);

        long wholeAt = Long.parseLong(database.rows("select \"whole_at\" from \"cardea_limit\" where \"key\" = 'zoned'")
                .get(0));
        assertThat(wholeAt).isBetween(before + 59_000, before + 90_000);
    }

    @Test
    void rows_that_are_whole_for_an_hour_are_removed() {
        database.execute("insert into \"cardea_limit\" (\"key\", \"whole_at\") values ('long gone', 1000)");
        JdbcRateLimiter.of(database.pool(), null, FakeClock.at("2026-05-01T12:00:00Z"))
                .take("sweeping", LIMIT);

        assertThat(database.rows("select \"key\" from \"cardea_limit\" where \"key\" in ('long gone', 'sweeping')"))
                .containsExactly("sweeping");
    }

    @Test
    void the_table_is_found_beside_the_tables_that_a_layout_names() {
        try (var other = another(database)) {
            var layout = Layout.DRIZZLE.table("user", "people");
            JdbcMigrations.of(other.pool()).layout(layout).run(line -> {});

            assertThat(JdbcRateLimiter.of(other.pool(), layout).take("a", LIMIT))
                    .isEmpty();
        }
    }

    @Test
    void a_rejected_try_leaves_its_row_alone() {
        var takes = List.of(new Take("alone1", LIMIT), new Take("alone2", new Limit(1, Duration.ofHours(1))));
        limiter.takeAll(takes);
        var before = rows();
        limiter.takeAll(takes);

        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void a_database_without_the_table_is_named_with_the_remedy() {
        try (var empty = another(database)) {
            assertThatThrownBy(() -> JdbcRateLimiter.of(empty.pool()).take("a", LIMIT))
                    .isInstanceOf(JdbcException.class)
                    .hasMessageContaining("migrateOnStart()");
        }
    }

    abstract Database another(Database like);

    private List<String> rows() {
        return database.rows("select * from \"cardea_limit\" where \"key\" like 'alone%' order by \"key\"");
    }
}
