package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.HealthCheck;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreLocation;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores users and sessions in a relational database.
 *
 * <pre>{@code
 * JdbcAdapter.of(dataSource)                                     // the tables exist
 * JdbcAdapter.builder(dataSource).migrateOnStart().build()       // creates and upgrades them
 * }</pre>
 *
 * <p>If you added columns to the user table, the adapter finds them when it first connects. Their values are fields of
 * the user, under the column's name. A user with a field that has no column is rejected with
 * {@link dev.cardea.adapter.UnknownFieldException}; fields of an account without a column are dropped. Each call
 * borrows one connection and returns it; a unit of work keeps one until it ends. Failures of the database are a
 * {@link dev.cardea.adapter.StoreException}.
 *
 * <p>If the {@code DataSource} returns the connection of your application's transaction (JTA, Spring's
 * {@code TransactionAwareDataSourceProxy}), calls join that transaction. They neither commit nor roll back nor retry,
 * and their changes become visible when the application commits.
 *
 * <p>Safe for concurrent use. The adapter inside a unit of work belongs to the thread that runs the unit.
 */
public final class JdbcAdapter extends ForwardingAdapter
        implements SessionRegistry,
                UserIndex,
                UnverifiedEmails,
                UnitOfWork,
                UserLocks,
                HealthCheck,
                Schema,
                StoreLocation {
    private static final System.Logger LOG = System.getLogger("dev.cardea.adapter.jdbc");

    private final Connections connections;
    private final DataSource dataSource;
    private final JdbcMigrations migrations;
    private final Clock clock;
    private final Randomness randomness;
    private final Repositories repositories;

    private JdbcAdapter(
            Connections connections,
            DataSource dataSource,
            JdbcMigrations migrations,
            Clock clock,
            Randomness randomness,
            Repositories repositories) {
        super(
                repositories.users(),
                repositories.accounts(),
                repositories.sessions(),
                repositories.tokens(),
                repositories.authenticators(),
                repositories.moduleRecords());
        this.connections = connections;
        this.dataSource = dataSource;
        this.migrations = migrations;
        this.clock = clock;
        this.randomness = randomness;
        this.repositories = repositories;
    }

    /** Creates an adapter that asks the database which one it is. The tables must exist. */
    public static JdbcAdapter of(DataSource dataSource) {
        return builder(dataSource).build();
    }

    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** Sets up the store. */
    public static final class Builder {
        private final DataSource dataSource;
        private @Nullable SqlDialect dialect;
        private @Nullable Layout layout;
        private Clock clock = Clock.systemUTC();
        private Randomness randomness = Randomness.secure();
        private Duration statementTimeout = Duration.ofSeconds(5);
        private @Nullable Consumer<String> migrationLog;

        private Builder(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        /** Sets the database, so that the adapter doesn't ask. */
        public Builder dialect(Dialect known) {
            dialect = known.sql();
            return this;
        }

        /** Sets the names of tables and columns, so that the adapter doesn't look for them. */
        public Builder layout(Layout known) {
            layout = known;
            return this;
        }

        public Builder clock(Clock source) {
            clock = source;
            return this;
        }

        /** Sets the source of user IDs. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        /**
         * Sets how long one statement may take, in whole seconds; five unless set. It doesn't include the wait for a
         * connection.
         */
        public Builder statementTimeout(Duration limit) {
            if (limit.toSeconds() < 1) throw new IllegalArgumentException("statementTimeout must be a second or more");
            statementTimeout = limit;
            return this;
        }

        /** Creates and upgrades the tables in {@link #build}, and logs every step. */
        public Builder migrateOnStart() {
            return migrateOnStart(line -> LOG.log(Level.INFO, line));
        }

        /** Works as {@link #migrateOnStart()}, and passes every step to the function. */
        public Builder migrateOnStart(Consumer<String> log) {
            migrationLog = log;
            return this;
        }

        /** Creates the adapter. It only connects to the database if it has to migrate it. */
        public JdbcAdapter build() {
            var migrations = JdbcMigrations.of(dataSource)
                    .dialect(dialect)
                    .layout(layout)
                    .clock(clock);
            if (migrationLog != null) migrations.run(migrationLog);
            int seconds = Math.toIntExact(statementTimeout.toSeconds());
            var fresh = new IdAndClock(randomness, clock);
            var connections = new PooledConnections(dataSource, dialect, layout, seconds, fresh);
            var repositories = Repositories.of(connections, clock, randomness, Instant.MIN);
            return new JdbcAdapter(connections, dataSource, migrations, clock, randomness, repositories);
        }
    }

    /**
     * Returns what the adapter needs and the database lacks: tables of the migrations, and unique keys, with the
     * statement that creates them. On PostgreSQL no key is missing, because the adapter uses locks instead.
     *
     * @return a line for each; empty if everything is there
     * @throws JdbcException if the database doesn't respond, or if its tables cannot be used
     */
    @Override
    public List<String> missing() {
        return connections.each("missing", (tables, sql) -> {
            var fresh = tables.again(sql.connection());
            var lines = new ArrayList<>(fresh.missingTables());
            lines.addAll(fresh.missingPlaces());
            lines.addAll(fresh.missingKeys());
            return List.copyOf(lines);
        });
    }

    @Override
    public List<String> warnings() {
        return connections.each(
                "warnings",
                (tables, sql) -> tables.users()
                        .unfilled(sql.connection(), tables.layout().named(UserTable.NAME)));
    }

    @Override
    public String schemaKind() {
        return "tables";
    }

    @Override
    public SchemaStatus schemaStatus() {
        var status = migrations.status();
        return new SchemaStatus(status.latest() - status.pending().size(), status.latest(), status.isEmpty());
    }

    @Override
    public List<String> schemaDryRun() {
        return migrations.dryRun().stream().map(sql -> sql + ";").toList();
    }

    @Override
    public void createSchema(Consumer<String> log) {
        migrations.run(log);
    }

    /**
     * Throws if the database doesn't respond, if its tables cannot be used, or if something is {@link #missing}. If
     * only the table of {@link UnverifiedEmails} is missing, which migration 006 creates, it logs a warning, because
     * the adapter works without it.
     *
     * @throws JdbcException of the kind {@link JdbcException.Kind#SCHEMA} for what is missing
     */
    @Override
    public void check() {
        connections.each("check", (tables, sql) -> {
            var fresh = tables.again(sql.connection());
            if (!fresh.missingTables().isEmpty()) throw new MissingTable(String.join(", ", fresh.missingTables()));
            if (!fresh.missingKeys().isEmpty())
                throw new UnknownTablesException(String.join(", ", fresh.missingKeys()));
            for (var line : fresh.missingPlaces()) LOG.log(Level.WARNING, line);
            return true;
        });
    }

    /**
     * Removes expired sessions, sign-in links, single-use keys and records of modules. Call it from a job about once a day: without it,
     * expired rows stay until they are next read. Security doesn't depend on it, because expired rows are ignored.
     * Deletes a thousand rows per transaction, so the job may be stopped, and may run twice at the same time. It also
     * removes what was stored about accounts that another program has removed, and does not count that.
     *
     * @return how many rows this call removed; rows that another process removed at the same time count there
     */
    public RemovedRows deleteExpired() {
        var now = clock.instant();
        removeLeftRecords();
        return new RemovedRows(
                deleteExpired(Tables::expiredSessions, now) + deleteExpired(Tables::expiredSessionRecords, now),
                deleteExpired(Tables::expiredVerificationTokens, now),
                deleteExpired(Tables::expiredUsedTokens, now),
                deleteExpired(Tables::expiredModuleRecords, now));
    }

    private void removeLeftRecords() {
        var last = Optional.of(OwnedAccount.FIRST);
        while (last.isPresent()) {
            var at = last.get();
            last = connections.each("deleteExpired", (tables, sql) -> tables.removeLeftRecords(sql, at));
        }
    }

    private long deleteExpired(Function<Tables, Optional<ExpiredRows>> kind, Instant now) {
        long all = 0;
        var since = new AtomicReference<@Nullable Instant>();
        while (true) {
            var slice = connections.each("deleteExpired", (tables, sql) -> {
                var rows = kind.apply(tables);
                return rows.isEmpty() ? ExpiredRows.Slice.NONE : rows.get().some(sql, now, since.get());
            });
            if (slice.removed() == 0) return all;
            all += slice.removed();
            since.set(slice.until());
        }
    }

    /**
     * Takes a connection to learn the address of the database; {@code REMOTE} if it does not respond. Tries three times:
     * on a busy machine, the first connection of a pool may take longer than its timeout.
     */
    @Override
    public Location location() {
        for (int tries = 1; ; tries++) {
            try (var connection = dataSource.getConnection()) {
                return DatabaseAddress.location(
                        String.valueOf(connection.getMetaData().getURL()));
            } catch (SQLException e) {
                if (tries == 3) return Location.REMOTE;
            }
        }
    }

    @Override
    public Optional<User> lockUser(String id) {
        return repositories.users().lock(id);
    }

    @Override
    public boolean keepsUnverifiedEmail() {
        return repositories.accounts().keepsUnverifiedEmail();
    }

    @Override
    public void registerSession(SessionRecord session) {
        repositories.records().registerSession(session);
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return repositories.records().getSessionRecord(id);
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return repositories.records().listSessionRecords(userId);
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        return repositories.records().prolongSession(id, seen, expires, ifBefore);
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        return repositories.records().endSessions(which);
    }

    @Override
    public List<User> listUsers(UserPage page) {
        return repositories.users().list(page);
    }

    @Override
    public void deleteUser(String userId) {
        repositories.users().delete(userId);
    }

    @Override
    public <T> T inUnit(Function<Adapter, T> work) {
        return connections.together("unit of work", (tables, sql) -> {
            var connection = new BoundConnection(tables, sql);
            try {
                var bound = Repositories.of(connection, clock, randomness, Instant.MAX);
                return work.apply(new JdbcAdapter(connection, dataSource, migrations, clock, randomness, bound));
            } finally {
                connection.end();
            }
        });
    }

    @Override
    public String toString() {
        return "JdbcAdapter";
    }
}
