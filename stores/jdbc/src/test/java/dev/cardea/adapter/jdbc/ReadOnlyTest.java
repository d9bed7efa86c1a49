package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.model.User;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that became read-only, as one does that another took over from, is left as soon as that shows. */
@Tag("store")
class ReadOnlyTest {
    @Test
    void PostgreSQL_is_written_to_again_by_new_connections() {
        try (var database = PostgresDatabase.create()) {
            var name = database.rows("select current_database()").get(0);
            var pool = database.pool(config -> config.setMaximumPoolSize(1));
            JdbcMigrations.of(pool).run(line -> {});
            database.execute("alter database " + name + " set default_transaction_read_only = on");
            pool.getHikariPoolMXBean().softEvictConnections();
            var adapter = JdbcAdapter.of(pool);
            refused(adapter);
            database.execute(
                    "set default_transaction_read_only = off",
                    "alter database " + name + " reset default_transaction_read_only");

            // The pool had made another at once, while the database was still read-only; it goes the same way.
            assertThat(isCreatedAfter(2, adapter)).isTrue();
        }
    }

    @Test
    @Tag("part")
    void MariaDB_is_left_by_the_connection_that_was_refused() throws Exception {
        try (var database = MariadbDatabase.create()) {
            var pool = database.pool(config -> {
                config.setMaximumPoolSize(1);
                config.setConnectionInitSql("set session transaction read only");
            });
            JdbcMigrations.of(database.pool()).run(line -> {});
            var adapter = JdbcAdapter.of(pool);
            var before = connection(pool);
            refused(adapter);

            assertThat(connection(pool)).isNotEqualTo(before);
        }
    }

    private static boolean isCreatedAfter(int refusals, JdbcAdapter adapter) {
        for (int i = 0; i <= refusals; i++) {
            try {
                adapter.createUser(User.of(null, "Ada", "ada@example.com"));
                return true;
            } catch (RuntimeException e) {
                assertThat(JdbcException.is(e, Kind.UNAVAILABLE)).isTrue();
            }
        }
        return false;
    }

    private static void refused(JdbcAdapter adapter) {
        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Ada", "ada@example.com")))
                .satisfies(
                        e -> assertThat(JdbcException.is(e, Kind.UNAVAILABLE)).isTrue());
    }

    /** The number of the only connection of the pool. */
    private static long connection(DataSource pool) throws SQLException {
        try (var connection = pool.getConnection();
                var rows = connection.createStatement().executeQuery("select connection_id()")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
