package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.token.Randomness;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Takes a connection of the application's for each call and gives it back as it was. */
final class PooledConnections implements Connections {
    private static final int MAX_TRIES = 5;
    private static final int FIRST_PAUSE_MILLIS = 5;

    private final DataSource dataSource;
    private final @Nullable Dialect given;
    private final Layout layout;
    private final int limitSeconds;
    private final Randomness randomness;
    private volatile @Nullable Tables known;

    PooledConnections(
            DataSource dataSource, @Nullable Dialect given, Layout layout, int limitSeconds, Randomness randomness) {
        this.dataSource = dataSource;
        this.given = given;
        this.layout = layout;
        this.limitSeconds = limitSeconds;
        this.randomness = randomness;
    }

    @Override
    public <T> T each(String operation, Work<T> work) {
        return retried(operation, (tables, sql) -> {
            var connection = sql.connection();
            boolean before = connection.getAutoCommit();
            try {
                if (!before) connection.setAutoCommit(true);
                return work.run(tables, sql);
            } finally {
                if (!before) quietly(() -> connection.setAutoCommit(false));
            }
        });
    }

    @Override
    public <T> T together(String operation, Work<T> work) {
        return retried(operation, (tables, sql) -> {
            var connection = sql.connection();
            boolean before = connection.getAutoCommit();
            try {
                connection.setAutoCommit(false);
                return isolated(connection, () -> work.run(tables, sql));
            } finally {
                if (before) quietly(() -> connection.setAutoCommit(true));
            }
        });
    }

    private <T> T isolated(Connection connection, Part<T> work) throws SQLException {
        var needed = layout.isolation();
        if (needed == null) return committed(connection, work);
        int before = connection.getTransactionIsolation();
        connection.setTransactionIsolation(needed);
        try {
            return committed(connection, work);
        } finally {
            quietly(() -> connection.setTransactionIsolation(before));
        }
    }

    private static <T> T committed(Connection connection, Part<T> work) throws SQLException {
        boolean done = false;
        try {
            T result = work.run();
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) quietly(connection::rollback);
        }
    }

    private <T> T retried(String operation, Work<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return once(operation, work);
            } catch (RuntimeException e) {
                if (tries == MAX_TRIES || !JdbcException.isConflict(e) || !pause(tries)) throw e;
            }
        }
    }

    private <T> T once(String operation, Work<T> work) {
        try (var connection = open(operation)) {
            return limited(connection, work);
        } catch (SQLException e) {
            throw translated(operation, e);
        }
    }

    private Connection open(String operation) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw new JdbcException(Kind.UNAVAILABLE, operation, e);
        }
    }

    private <T> T limited(Connection connection, Work<T> work) throws SQLException {
        var dialect = dialect(connection);
        var sql = new Sql(connection, dialect, limitSeconds);
        if (!dialect.limitOutlivesStatement()) return work.run(tables(dialect, sql), sql);
        try (var statement = connection.createStatement()) {
            int before = statement.getQueryTimeout();
            statement.setQueryTimeout(limitSeconds);
            try {
                return work.run(tables(dialect, sql), sql);
            } finally {
                quietly(() -> statement.setQueryTimeout(before));
            }
        }
    }

    private Dialect dialect(Connection connection) throws SQLException {
        var tables = known;
        if (tables != null) return tables.dialect();
        return given == null ? Dialect.of(connection) : given;
    }

    /** Looked up when the database is first reached; threads that come at once may look twice. */
    private Tables tables(Dialect dialect, Sql sql) throws SQLException {
        var tables = known;
        if (tables == null) {
            tables = Tables.of(dialect, layout, sql);
            known = tables;
        }
        return tables;
    }

    private JdbcException translated(String operation, SQLException failure) {
        var tables = known;
        var dialect = tables != null ? tables.dialect() : given != null ? given : Dialect.STANDARD;
        return new JdbcException(dialect.kindOf(failure), operation, failure);
    }

    /** Waits longer each time, and never as long as the other side; false where the thread is to stop. */
    private boolean pause(int tries) {
        int longest = FIRST_PAUSE_MILLIS << tries;
        int jitter = (randomness.bytes(1)[0] & 0xff) * longest / 256;
        try {
            Thread.sleep(longest / 2 + jitter / 2);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private interface Part<T> {
        T run() throws SQLException;
    }

    private interface Attempt {
        void run() throws SQLException;
    }

    /** For what happens behind a failure, which must not hide it. */
    private static void quietly(Attempt attempt) {
        try {
            attempt.run();
        } catch (SQLException e) {
            // The connection is broken; its pool will find out.
        }
    }
}
