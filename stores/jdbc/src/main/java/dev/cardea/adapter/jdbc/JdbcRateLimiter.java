package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.adapter.jdbc.LimitTable.Outcome;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Rejection;
import dev.cardea.limit.Take;
import dev.cardea.token.Randomness;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts attempts in a relational database, so that all processes with the same database share their limits.
 *
 * <pre>{@code
 * RateLimits.DEFAULT.countedBy(JdbcRateLimiter.of(dataSource))
 * }</pre>
 *
 * <p>Uses the generic cell rate algorithm and the database's clock, in the table {@code cardea_limit} of the migration
 * {@code limits}. On PostgreSQL all budgets of a request are one statement. On MySQL and MariaDB each budget is one
 * statement. On the other databases a budget is one statement once its key has a row, and a rejected attempt is two.
 * There, what a rejected request took from another budget is given back.
 *
 * <p>Takes a connection for every call and returns it unchanged. The connection is outside your application's
 * transactions only if the {@code DataSource} provides such connections. Rows of full budgets are removed
 * automatically. Methods throw {@link JdbcException} if the database fails. Safe for concurrent use.
 */
public final class JdbcRateLimiter implements RateLimiter {
    private static final int LIMIT_SECONDS = 1;
    private static final int MAX_TRIES = 20;
    private static final int PAUSE_MILLIS = 2;
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);
    /** By how much clocks of processes may be ahead of the database's. */
    private static final Duration SKEW = Duration.ofHours(1);

    private final DataSource dataSource;
    private final @Nullable Layout layout;
    private final Clock clock;
    private volatile @Nullable Layout found;
    private volatile @Nullable LimitTable table;
    private volatile Instant nextSweep = Instant.MIN;

    private JdbcRateLimiter(DataSource dataSource, @Nullable Layout layout, Clock clock) {
        this.dataSource = dataSource;
        this.layout = layout;
        this.clock = clock;
    }

    /** Creates a limiter. It connects to the database when it counts the first attempt. */
    public static JdbcRateLimiter of(DataSource dataSource) {
        return of(dataSource, null, Clock.systemUTC());
    }

    /**
     * Creates a limiter for tables of a layout, which says in which schema they are. Use the layout of
     * {@link JdbcAdapter.Builder#layout}.
     */
    public static JdbcRateLimiter of(DataSource dataSource, Layout layout) {
        return of(dataSource, layout, Clock.systemUTC());
    }

    /** @param clock says when rows that are whole are removed */
    static JdbcRateLimiter of(DataSource dataSource, @Nullable Layout layout, Clock clock) {
        return new JdbcRateLimiter(dataSource, layout, clock);
    }

    /**
     * Creates the table if it is missing, and nothing else: for a database without users. Can run several times, and in
     * several processes at the same time.
     */
    public void createTable() {
        for (int tries = 1; ; tries++) {
            try {
                connected("createTable", (limits, sql) -> create(limits.dialect, sql));
                return;
            } catch (JdbcException e) {
                // Two processes may be making it.
                if (tries == MAX_TRIES || e.kind() == Kind.UNAVAILABLE || !pause(tries)) throw e;
            }
        }
    }

    private boolean create(SqlDialect dialect, Sql sql) throws SQLException {
        var called = layout(dialect, sql.connection());
        for (var migration : Migration.all(dialect, called, dialect.idType(), List.of())) {
            if (!migration.name().endsWith("-" + LimitTable.MIGRATION)) continue;
            for (var statement : migration.statements()) {
                try {
                    sql.change(dialect.ddl(statement));
                } catch (SQLException e) {
                    if (!dialect.isThereAlready(e)) throw e;
                }
            }
        }
        return true;
    }

    @Override
    public Optional<Duration> take(String key, Limit limit) {
        return takeAll(List.of(new Take(key, limit))).map(Rejection::retryAfter);
    }

    @Override
    public Optional<Rejection> takeAll(List<Take> takes) {
        if (takes.isEmpty()) return Optional.empty();
        var taken = new ArrayList<Take>();
        boolean all = false;
        try {
            var rejection = takeAll(takes, taken);
            all = rejection.isEmpty();
            return rejection;
        } finally {
            if (!all && !taken.isEmpty()) refund(taken);
        }
    }

    /** @param taken gains those that were taken, whatever happens */
    private Optional<Rejection> takeAll(List<Take> takes, List<Take> taken) {
        var left = takes;
        for (int tries = 1; tries <= MAX_TRIES; tries++) {
            var asked = left;
            var results = retried("take", (limits, sql) -> {
                var some = limits.take(sql, asked);
                for (int i = 0; i < asked.size(); i++) {
                    if (some.get(i).waitMillis() > LimitTable.each(asked.get(i))) limits.shorten(sql, asked.get(i));
                }
                sweep(sql);
                return some;
            });
            var again = new ArrayList<Take>();
            Rejection longest = null;
            for (int i = 0; i < asked.size(); i++) {
                var take = asked.get(i);
                if (results.get(i).outcome() == Outcome.TAKEN) taken.add(take);
                if (results.get(i).outcome() == Outcome.AGAIN) again.add(take);
                if (results.get(i).outcome() != Outcome.REJECTED) continue;
                var wait = Duration.ofMillis(Math.min(results.get(i).waitMillis(), LimitTable.each(take)));
                if (longest == null || wait.compareTo(longest.retryAfter()) > 0) longest = new Rejection(take, wait);
            }
            if (longest != null) return Optional.of(longest);
            if (again.isEmpty()) return Optional.empty();
            left = again;
        }
        throw new JdbcException(Kind.CONFLICT, "take", new SQLException("other transactions were in the way", "40001"));
    }

    @Override
    public void refund(String key, Limit limit) {
        refund(List.of(new Take(key, limit)));
    }

    private void refund(List<Take> takes) {
        retried("giveBack", (limits, sql) -> {
            for (var take : takes) limits.refund(sql, take.key(), LimitTable.each(take));
            return true;
        });
    }

    /** Some rows of those that are whole for an hour, now and then. */
    private void sweep(Sql sql) throws SQLException {
        var now = clock.instant();
        if (now.isBefore(nextSweep)) return;
        nextSweep = now.plus(BETWEEN_SWEEPS);
        var limits = limits(sql.connection());
        var limitTable = catalogue(limits.dialect, sql.connection())
                .table(layout(limits.dialect, sql.connection()), LimitTable.NAME);
        if (limitTable == null) return;
        new ExpiredRows(
                        limits.dialect,
                        limitTable,
                        limitTable.column("whole_at").ofTimes())
                .some(sql, now.minus(SKEW), null);
    }

    private interface Work<T> {
        T run(LimitTable limits, Sql sql) throws SQLException;
    }

    private <T> T retried(String operation, Work<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return connected(operation, work);
            } catch (JdbcException e) {
                if (tries == MAX_TRIES || e.kind() != Kind.CONFLICT || !pause(tries)) throw e;
            }
        }
    }

    @SuppressWarnings("try")
    private <T> T connected(String operation, Work<T> work) {
        try (var connection = dataSource.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (!before) connection.setAutoCommit(true);
            try {
                var limits = limits(connection);
                try (var bounds = ConnectionSettings.on(connection, limits.dialect, LIMIT_SECONDS, false)) {
                    return work.run(
                            limits, new Sql(connection, limits.dialect, Deadline.of(LIMIT_SECONDS, System::nanoTime)));
                }
            } finally {
                if (!before) Cleanup.run(() -> connection.setAutoCommit(false));
            }
        } catch (SQLException e) {
            var known = table;
            throw new JdbcException((known == null ? SqlDialect.STANDARD : known.dialect).kindOf(e), operation, e);
        }
    }

    private LimitTable limits(Connection connection) throws SQLException {
        var known = table;
        if (known != null) return known;
        var dialect = Dialect.of(connection);
        known = dialect.limits(layout(dialect.sql(), connection).named(LimitTable.NAME));
        table = known;
        return known;
    }

    private Layout layout(SqlDialect dialect, Connection connection) throws SQLException {
        var known = found;
        if (known != null) return known;
        known = layout == null ? new LayoutDetection(catalogue(dialect, connection)).layoutToMake() : layout;
        found = known;
        return known;
    }

    private SchemaCatalog catalogue(SqlDialect dialect, Connection connection) {
        return new SchemaCatalog(connection, dialect, new IdAndClock(Randomness.secure(), clock));
    }

    private static boolean pause(int tries) {
        try {
            Thread.sleep((long) PAUSE_MILLIS * tries);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
