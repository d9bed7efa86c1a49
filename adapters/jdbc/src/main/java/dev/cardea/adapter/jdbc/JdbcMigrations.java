package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes and upgrades the tables, one numbered file after the other; which were run stands in the table
 * {@code cardea_migration}. Nothing is run unasked.
 *
 * <pre>{@code
 * var migrations = JdbcMigrations.of(dataSource);
 * migrations.dryRun().forEach(System.out::println);     // the SQL, for whoever runs it with a tool of their own
 * migrations.run(System.out::println);
 * }</pre>
 *
 * <p>Tables that are there already are left as they are, so a database made for Auth.js only gains what it lacks. Several
 * instances may start at once: every statement can be run again, and a history row is written by one of them.
 */
public final class JdbcMigrations {
    private static final String HISTORY = "cardea_migration";
    private static final int MAX_TRIES = 10;
    private static final int PAUSE_MILLIS = 50;

    /**
     * Where a database stands.
     *
     * @param version of the tables; 0 before the first migration
     * @param latest that this library knows
     * @param pending names of what {@link #run} would do, oldest first
     */
    public record Status(int version, int latest, List<String> pending) {
        public Status {
            pending = List.copyOf(pending);
        }

        /** Whether there is nothing to do. */
        public boolean isCurrent() {
            return pending.isEmpty();
        }
    }

    private record Migration(int version, String name, List<String> statements) {}

    private interface Work<T> {
        T run(Connection connection, Dialect dialect) throws SQLException;
    }

    private final DataSource dataSource;
    private final @Nullable Dialect given;
    private final Clock clock;

    private JdbcMigrations(DataSource dataSource, @Nullable Dialect given, Clock clock) {
        this.dataSource = dataSource;
        this.given = given;
        this.clock = clock;
    }

    public static JdbcMigrations of(DataSource dataSource) {
        return new JdbcMigrations(dataSource, null, Clock.systemUTC());
    }

    /** Which database it is; {@code null} asks it. */
    public JdbcMigrations dialect(@Nullable Dialect known) {
        return new JdbcMigrations(dataSource, known, clock);
    }

    public JdbcMigrations clock(Clock source) {
        return new JdbcMigrations(dataSource, given, source);
    }

    public Status status() {
        return connected((connection, dialect) -> {
            var pending = pending(connection, dialect);
            var names = pending.stream().map(Migration::name).toList();
            return new Status(version(connection, dialect), dialect.migrations().size(), names);
        });
    }

    /** The statements that {@link #run} would run, in order; the database is only read. */
    public List<String> dryRun() {
        return connected((connection, dialect) -> {
            var pending = pending(connection, dialect);
            var statements = new ArrayList<String>();
            if (!pending.isEmpty()) statements.add(makeHistory(dialect));
            for (var migration : pending) {
                statements.addAll(migration.statements);
                statements.add(record(dialect, migration)
                        .replaceFirst("\\?", String.valueOf(migration.version))
                        .replaceFirst("\\?", "'" + migration.name + "'")
                        .replaceFirst("\\?", "current_timestamp"));
            }
            return List.copyOf(statements);
        });
    }

    /** Runs what is pending, and says so: a line for each step. */
    public void run(Consumer<String> log) {
        for (int tries = 1; ; tries++) {
            try {
                connected((connection, dialect) -> runPending(connection, dialect, log));
                return;
            } catch (JdbcException e) {
                // Two instances may be making the same table; each step can be taken again.
                if (tries == MAX_TRIES || e.kind() == Kind.UNAVAILABLE || !pause()) throw e;
            }
        }
    }

    private int runPending(Connection connection, Dialect dialect, Consumer<String> log) throws SQLException {
        String prefix = "cardea tables (" + dialect + "): ";
        var pending = pending(connection, dialect);
        if (pending.isEmpty()) {
            log.accept(prefix + "version " + version(connection, dialect) + ", nothing to do");
            return 0;
        }
        try (var statement = connection.createStatement()) {
            statement.execute(makeHistory(dialect));
        }
        for (var migration : pending) log.accept(prefix + run(connection, dialect, migration));
        return pending.size();
    }

    private String run(Connection connection, Dialect dialect, Migration migration) throws SQLException {
        for (var sql : migration.statements) {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
        try (var statement = connection.prepareStatement(record(dialect, migration))) {
            dialect.bind(statement, 1, migration.version);
            dialect.bind(statement, 2, migration.name);
            dialect.bind(statement, 3, clock.instant());
            statement.executeUpdate();
            return migration.name + " applied, " + migration.statements.size() + " statements";
        } catch (SQLException e) {
            if (dialect.kindOf(e) != Kind.DUPLICATE) throw e;
            return migration.name + " was applied by another instance meanwhile";
        }
    }

    private <T> T connected(Work<T> work) {
        try (var connection = dataSource.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (!before) connection.setAutoCommit(true);
            try {
                return work.run(connection, given == null ? Dialect.of(connection) : given);
            } finally {
                if (!before) connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            throw new JdbcException(Dialect.STANDARD.kindOf(e), "migration", e);
        }
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

    private static List<Migration> pending(Connection connection, Dialect dialect) throws SQLException {
        int done = version(connection, dialect);
        var pending = new ArrayList<Migration>();
        for (int i = done; i < dialect.migrations().size(); i++) pending.add(load(dialect, i));
        return pending;
    }

    private static int version(Connection connection, Dialect dialect) throws SQLException {
        String sql = "select max(" + dialect.quote("version") + ") from " + dialect.quote(HISTORY);
        try (var statement = connection.prepareStatement(sql);
                var rows = statement.executeQuery()) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.SCHEMA) return 0;
            throw e;
        }
    }

    private static String makeHistory(Dialect dialect) {
        return "create table if not exists " + dialect.quote(HISTORY) + " (" + dialect.quote("version")
                + " integer not null primary key, " + dialect.quote("name") + " varchar(100) not null, "
                + dialect.quote("appliedAt") + " timestamp(3) not null)";
    }

    private static String record(Dialect dialect, Migration migration) {
        return "insert into " + dialect.quote(HISTORY) + " (" + dialect.quote("version") + ", " + dialect.quote("name")
                + ", " + dialect.quote("appliedAt") + ") values (?, ?, ?)";
    }

    private static Migration load(Dialect dialect, int index) {
        String file = dialect.migrations().get(index);
        try (var in = Objects.requireNonNull(
                JdbcMigrations.class.getResourceAsStream("migrations/" + dialect.name() + "/" + file), file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Migration(index + 1, file.replace(".sql", ""), split(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A statement ends with a semicolon at the end of a line; lines that begin with two dashes are comments. */
    private static List<String> split(String text) {
        var statements = new ArrayList<String>();
        var statement = new StringBuilder();
        for (var line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("--")) continue;
            statement.append(statement.length() == 0 ? "" : "\n").append(line.stripTrailing());
            if (statement.charAt(statement.length() - 1) != ';') continue;
            statements.add(statement.substring(0, statement.length() - 1));
            statement.setLength(0);
        }
        if (statement.length() > 0) throw new IllegalStateException("a statement without its semicolon");
        return statements;
    }
}
