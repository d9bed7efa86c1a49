package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    private final IdAndClock fresh;
    private volatile @Nullable SqlDialect dialect;
    private volatile @Nullable Tables known;
    /** What the pool lends outside of the application's transactions; {@code null}: not known yet. */
    private volatile @Nullable Boolean commitsByItself;

    PooledConnections(
            DataSource dataSource,
            @Nullable SqlDialect dialect,
            @Nullable Layout layout,
            int limitSeconds,
            IdAndClock fresh) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.layout = layout;
        this.limitSeconds = limitSeconds;
        this.fresh = fresh;
    }

    @Override
    public <T> T each(String operation, Work<T> work) {
        return retried(operation, (tables, sql, isJoined) -> each(tables, sql, isJoined, work));
    }

    @Override
    public <T> T inserting(String operation, Work<T> work) {
        return retried(
                operation,
                (tables, sql, isJoined) ->
                        tables.isGuarded() ? together(tables, sql, isJoined, work) : each(tables, sql, isJoined, work));
    }

    @Override
    public <T> T together(String operation, Work<T> work) {
        return retried(operation, (tables, sql, isJoined) -> together(tables, sql, isJoined, work));
    }

    private static <T> T each(Tables tables, Sql sql, boolean isJoined, Work<T> work) throws SQLException {
        if (isJoined) return work.run(tables, sql);
        return committing(sql.connection(), true, () -> work.run(tables, sql));
    }

    private static <T> T together(Tables tables, Sql sql, boolean isJoined, Work<T> work) throws SQLException {
        if (isJoined) return BoundConnection.undoable(tables, sql, work);
        var connection = sql.connection();
        return committing(connection, false, () -> committed(connection, () -> runInTransaction(tables, sql, work)));
    }

    private static <T> T runInTransaction(Tables tables, Sql sql, Work<T> work) throws SQLException {
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
            if (!done) Cleanup.run(connection::rollback);
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
            Cleanup.run(() -> connection.setAutoCommit(before));
        }
    }

    private <T> T retried(String operation, TransactionWork<T> work) {
        boolean isFirst = known == null;
        int tries = 1;
        var deadline = Deadline.of(limitSeconds, System::nanoTime);
        while (true) {
            var attempt = new Attempt(operation, deadline);
            try {
                return attempt.run(work);
            } catch (RuntimeException e) {
                if (JdbcException.is(e, Kind.SCHEMA)) {
                    known = null;
                    // The cached tables may be out of date: read them again and retry once.
                    if (isFirst || attempt.isJoined) throw e;
                    isFirst = true;
                } else {
                    if (tries == MAX_TRIES || deadline.isOver() || !JdbcException.is(e, Kind.CONFLICT)) throw e;
                    // The transaction is the application's, and the conflict ended it.
                    if (attempt.isJoined || !pause(tries)) throw e;
                    tries++;
                }
            }
        }
    }

    /** One try of an operation, on one connection. */
    private final class Attempt {
        private final String operation;
        private final Deadline deadline;
        private boolean isJoined;

        Attempt(String operation, Deadline deadline) {
            this.operation = operation;
            this.deadline = deadline;
        }

        @SuppressWarnings("try")
        <T> T run(TransactionWork<T> work) {
            try (var connection = open(operation)) {
                isJoined = isJoined(connection);
                var speaks = dialect(connection);
                int seconds = deadline.statementSeconds();
                try (var limits = ConnectionSettings.on(connection, speaks, seconds, isJoined)) {
                    return once(connection, speaks, work);
                }
            } catch (SQLException e) {
                var speaks = dialect;
                throw (speaks == null ? SqlDialect.STANDARD : speaks).exception(operation, e);
            }
        }

        private <T> T once(Connection connection, SqlDialect speaks, TransactionWork<T> work) throws SQLException {
            try {
                var tables = tables(connection, speaks);
                return work.run(tables, new Sql(connection, speaks, deadline), isJoined);
            } catch (SQLException | RuntimeException e) {
                // Given back it would be lent again, and fail again: pools look at other failures than this one.
                if (!isJoined && isReadOnly(e, speaks)) Cleanup.run(() -> drop(connection));
                throw e;
            }
        }
    }

    /** Ends it, and lets its pool see that. */
    private static void drop(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
        try (var statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    private static boolean isReadOnly(Throwable failure, SqlDialect dialect) {
        for (Throwable it = failure; it != null; it = it.getCause()) {
            if (it instanceof SQLException e && dialect.isReadOnly(e)) return true;
        }
        return false;
    }

    /**
     * Whether the connection is in a transaction of the application's: it does not commit by itself, although those that
     * the pool lends to another thread do. Then its statements are left for the application to commit.
     */
    private boolean isJoined(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            if (commitsByItself == null) commitsByItself = true;
            return false;
        }
        var before = commitsByItself;
        // Tables are looked up elsewhere too: a look that fails would spoil the application's transaction.
        boolean answer = before == null || (before && known == null) ? askElsewhere() : before;
        commitsByItself = answer;
        return answer;
    }

    /** Asks on a new thread, because an application's transaction is bound to its thread. */
    private boolean askElsewhere() {
        var answer = new CompletableFuture<Boolean>();
        var thread = new Thread(
                () -> {
                    try (var other = dataSource.getConnection()) {
                        var speaks = dialect(other);
                        if (known == null) tables(other, speaks);
                        answer.complete(other.getAutoCommit());
                    } catch (SQLException | RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                },
                "cardea-jdbc");
        thread.setDaemon(true);
        thread.start();
        try {
            return answer.get(limitSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw JdbcException.of(
                    Kind.UNAVAILABLE,
                    "a connection that does not commit by itself",
                    new SQLException("whether it is in a transaction of the application could not be found out", e));
        }
    }

    private Connection open(String operation) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw JdbcException.of(Kind.UNAVAILABLE, operation, e);
        }
    }

    private SqlDialect dialect(Connection connection) throws SQLException {
        var found = dialect;
        if (found != null) return found;
        found = Dialect.of(connection).sql();
        dialect = found;
        return found;
    }

    /** Looked up when the database is first reached; threads that come at once may look twice. */
    private Tables tables(Connection connection, SqlDialect speaks) throws SQLException {
        var tables = known;
        if (tables != null) return tables;
        tables = committing(connection, true, () -> Tables.of(connection, speaks, layout, fresh));
        if (known == null) {
            speaks.warning(connection).ifPresent(line -> LOG.log(Level.WARNING, line));
            for (var line : tables.missingPlaces()) LOG.log(Level.WARNING, line);
            for (var line : tables.missingKeys()) LOG.log(Level.WARNING, line);
        }
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

    private interface TransactionWork<T> {
        T run(Tables tables, Sql sql, boolean isJoined) throws SQLException;
    }

    private interface Part<T> {
        T run() throws SQLException;
    }
}
