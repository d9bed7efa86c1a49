package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Takes a connection of the application's for each call and gives it back as it was. */
final class PooledConnections implements Connections {
    private static final System.Logger LOG = System.getLogger("dev.cardea.adapter.jdbc");
    private static final int MAX_TRIES = 5;
    private static final int FIRST_PAUSE_MILLIS = 5;

    private final DataSource dataSource;
    private final @Nullable Layout layout;
    private final int limitSeconds;
    private final Fresh fresh;
    private volatile @Nullable Dialect dialect;
    private volatile @Nullable Tables known;

    PooledConnections(
            DataSource dataSource, @Nullable Dialect dialect, @Nullable Layout layout, int limitSeconds, Fresh fresh) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.layout = layout;
        this.limitSeconds = limitSeconds;
        this.fresh = fresh;
    }

    @Override
    public <T> T each(String operation, Work<T> work) {
        return retried(operation, (tables, sql) -> each(tables, sql, work));
    }

    @Override
    public <T> T inserting(String operation, Work<T> work) {
        return retried(
                operation, (tables, sql) -> tables.isGuarded() ? together(tables, sql, work) : each(tables, sql, work));
    }

    @Override
    public <T> T together(String operation, Work<T> work) {
        return retried(operation, (tables, sql) -> together(tables, sql, work));
    }

    private static <T> T each(Tables tables, Sql sql, Work<T> work) throws SQLException {
        return committing(sql.connection(), true, () -> work.run(tables, sql));
    }

    private static <T> T together(Tables tables, Sql sql, Work<T> work) throws SQLException {
        var connection = sql.connection();
        return committing(connection, false, () -> committed(connection, () -> opened(tables, sql, work)));
    }

    private static <T> T opened(Tables tables, Sql sql, Work<T> work) throws SQLException {
        // A session that waited for a lock must see what the one before it wrote.
        var opening = tables.isGuarded()
                ? tables.dialect().openingOfLocks()
                : tables.dialect().opening(tables.users().sql());
        if (opening != null) sql.change(opening);
        return work.run(tables, sql);
    }

    private static <T> T committed(Connection connection, Part<T> work) throws SQLException {
        boolean done = false;
        try {
            T result = work.run();
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) Quietly.run(connection::rollback);
        }
    }

    /** Lets the connection commit by itself or not, and as before afterwards. */
    private static <T> T committing(Connection connection, boolean itself, Part<T> work) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (before == itself) return work.run();
        try {
            connection.setAutoCommit(itself);
            return work.run();
        } finally {
            Quietly.run(() -> connection.setAutoCommit(before));
        }
    }

    private <T> T retried(String operation, Work<T> work) {
        boolean isFirst = known == null;
        int tries = 1;
        while (true) {
            try {
                return once(operation, work);
            } catch (RuntimeException e) {
                if (JdbcException.is(e, Kind.SCHEMA)) {
                    known = null;
                    // What was missing when somebody looked may be there by now.
                    if (isFirst) throw e;
                    isFirst = true;
                } else {
                    if (tries == MAX_TRIES || !JdbcException.is(e, Kind.CONFLICT) || !pause(tries)) throw e;
                    tries++;
                }
            }
        }
    }

    private <T> T once(String operation, Work<T> work) {
        try (var connection = open(operation)) {
            var speaks = dialect(connection);
            try (var limits = Limits.on(connection, speaks, limitSeconds)) {
                return work.run(tables(connection, speaks), new Sql(connection, speaks, limitSeconds));
            }
        } catch (SQLException e) {
            var speaks = dialect;
            throw JdbcException.of((speaks == null ? Dialect.STANDARD : speaks).kindOf(e), operation, e);
        }
    }

    private Connection open(String operation) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw JdbcException.of(Kind.UNAVAILABLE, operation, e);
        }
    }

    private Dialect dialect(Connection connection) throws SQLException {
        var found = dialect;
        if (found != null) return found;
        found = Dialect.of(connection);
        dialect = found;
        return found;
    }

    /** Looked up when the database is first reached; threads that come at once may look twice. */
    private Tables tables(Connection connection, Dialect speaks) throws SQLException {
        var tables = known;
        if (tables != null) return tables;
        tables = committing(connection, true, () -> Tables.of(connection, speaks, layout, fresh));
        if (known == null) for (var line : tables.missingKeys()) LOG.log(Level.WARNING, line);
        known = tables;
        return tables;
    }

    /** Waits longer each time, and never as long as the other side; false where the thread is to stop. */
    private boolean pause(int tries) {
        int longest = FIRST_PAUSE_MILLIS << tries;
        int jitter = (fresh.randomness().bytes(1)[0] & 0xff) * longest / 256;
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
}
