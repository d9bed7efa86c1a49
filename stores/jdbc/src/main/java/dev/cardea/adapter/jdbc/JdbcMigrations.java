package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.token.Randomness;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Creates and upgrades the tables by numbered SQL files, and records each in the table {@code cardea_migration}.
 * Migrations never run implicitly.
 *
 * <p>Tables that are there already keep their shape and rows; a database made for Auth.js gains tables and indexes that it
 * lacks. Where it is not certain which layout the tables have, nothing is made and the message says what to do. Several
 * instances may start at once: every statement can be run again, and a history row is written by one of them.
 */
final class JdbcMigrations {
    private static final int MAX_TRIES = 10;
    private static final int PAUSE_MILLIS = 50;

    /**
     * Where a database stands.
     *
     * @param version of the tables; 0 before the first migration
     * @param latest that this library knows
     * @param pending names of what {@link #run} would do, oldest first
     * @param isEmpty whether the database has none of the tables yet, neither those of Cardea nor those of Auth.js
     */
    record Status(int version, int latest, List<String> pending, boolean isEmpty) {
        public Status {
            pending = List.copyOf(pending);
        }

        /** Whether there is nothing to do. */
        public boolean isCurrent() {
            return pending.isEmpty();
        }
    }

    private interface Work<T> {
        T run(Database database) throws SQLException;
    }

    /** A database, what is to be done there, and which of its tables there are. */
    private record Database(
            Connection connection,
            SqlDialect dialect,
            MigrationHistory history,
            List<Migration> migrations,
            Set<String> there,
            int done,
            int firstMissing) {
        int version() throws SQLException {
            return history.version(connection);
        }

        /** Whether the history had a migration before this run. */
        boolean hasRun(Migration migration) {
            return migration.version() <= done;
        }

        /** Where a table is missing that the history has, all from there on: each statement can be run again. */
        List<Migration> pending() throws SQLException {
            int kept = Math.min(version(), firstMissing - 1);
            return migrations.stream().filter(it -> it.version() > kept).toList();
        }

        String unhurried(String statement) {
            return there.stream().anyMatch(table -> statement.contains(" on " + table + " ("))
                    ? dialect.unhurried(statement)
                    : statement;
        }

        void execute(String sql) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute(dialect.ddl(sql));
            } catch (SQLException e) {
                if (!dialect.isThereAlready(e)) throw e;
            }
        }
    }

    private final DataSource dataSource;
    private final @Nullable SqlDialect dialect;
    private final @Nullable Layout layout;
    private final Clock clock;

    private JdbcMigrations(DataSource dataSource, @Nullable SqlDialect dialect, @Nullable Layout layout, Clock clock) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.layout = layout;
        this.clock = clock;
    }

    static JdbcMigrations of(DataSource dataSource) {
        return new JdbcMigrations(dataSource, null, null, Clock.systemUTC());
    }

    /** Which database it is; {@code null} asks it. */
    JdbcMigrations dialect(@Nullable SqlDialect known) {
        return new JdbcMigrations(dataSource, known, layout, clock);
    }

    /** How tables are called; {@code null} looks at what is there, and takes {@link Layout#DRIZZLE} where nothing is. */
    JdbcMigrations layout(@Nullable Layout known) {
        return new JdbcMigrations(dataSource, dialect, known, clock);
    }

    JdbcMigrations clock(Clock source) {
        return new JdbcMigrations(dataSource, dialect, layout, source);
    }

    Status status() {
        return connected(database -> {
            var names = database.pending().stream().map(Migration::name).toList();
            return new Status(database.version(), database.migrations.size(), names, database.there.isEmpty());
        });
    }

    /**
     * The statements that {@link #run} would run, in order; the database is only read. Indexes of tables that are there are
     * built so that writers need not wait, where the database can (PostgreSQL: {@code concurrently}).
     */
    List<String> dryRun() {
        return connected(database -> {
            var pending = database.pending();
            var statements = new ArrayList<String>();
            if (!pending.isEmpty()) statements.add(database.history.create());
            for (var migration : pending) {
                statements.addAll(migration.statements());
                if (database.hasRun(migration)) continue;
                statements.add(database.history.record(migration, clock.instant()));
            }
            return statements.stream()
                    .map(it -> database.dialect.ddl(database.unhurried(it)))
                    .toList();
        });
    }

    /** Runs what is pending, and says so: a line for each step. */
    void run(Consumer<String> log) {
        for (int tries = 1; ; tries++) {
            try {
                connected(database -> runPending(database, log));
                return;
            } catch (StoreException e) {
                // Two instances may be making the same table; each step can be taken again.
                if (tries == MAX_TRIES || e instanceof StoreUnavailableException || !pause()) throw e;
            }
        }
    }

    private int runPending(Database database, Consumer<String> log) throws SQLException {
        String prefix = "cardea tables (" + database.dialect + "): ";
        var pending = database.pending();
        if (pending.isEmpty()) {
            log.accept(prefix + "version " + database.version() + ", nothing to do");
            return 0;
        }
        database.execute(database.history.create());
        for (var migration : pending) log.accept(prefix + run(database, migration));
        return pending.size();
    }

    private String run(Database database, Migration migration) throws SQLException {
        for (var sql : migration.statements()) database.execute(sql);
        if (database.hasRun(migration)) return migration.name() + " applied again because a table was missing";
        try {
            database.execute(database.history.record(migration, clock.instant()));
            return migration.name() + " applied, " + migration.statements().size() + " statements";
        } catch (SQLException e) {
            if (database.dialect.kindOf(e) != Kind.DUPLICATE) throw e;
            return migration.name() + " was applied by another instance in the meantime";
        }
    }

    private <T> T connected(Work<T> work) {
        var speaks = dialect == null ? SqlDialect.STANDARD : dialect;
        try (var connection = open()) {
            boolean before = connection.getAutoCommit();
            if (!before) connection.setAutoCommit(true);
            try {
                speaks = dialect == null ? Dialect.of(connection).sql() : dialect;
                return work.run(database(connection, speaks));
            } finally {
                if (!before) connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            throw JdbcException.of(speaks.kindOf(e), "migration", e);
        }
    }

    private Connection open() {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw JdbcException.of(Kind.UNAVAILABLE, "migration", e);
        }
    }

    private Database database(Connection connection, SqlDialect speaks) throws SQLException {
        var catalogue = new SchemaCatalog(connection, speaks, new IdAndClock(Randomness.secure(), clock));
        var detection = new LayoutDetection(catalogue);
        var called = layout == null ? detection.layoutToMake() : detection.confirmed(layout);
        var users = catalogue.table(called, UserTable.NAME);
        var idType = users == null
                ? called.isCounted() ? "integer" : speaks.idType()
                : speaks.idType(
                        connection,
                        called.named(UserTable.NAME),
                        users.column("id").called());
        var there = new HashSet<String>();
        for (var name : Layout.TABLES)
            if (catalogue.table(called, name) != null) there.add(speaks.quote(called.named(name)));
        var migrations = Migration.all(
                speaks, called, idType, Requirements.of(catalogue, called).indexes());
        var history = new MigrationHistory(speaks, called);
        return new Database(
                connection,
                speaks,
                history,
                migrations,
                there,
                history.version(connection),
                Requirements.firstMissing(catalogue, called));
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
