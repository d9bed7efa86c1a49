package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.HealthCheck;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Stores users and sessions in Apache Cassandra.
 *
 * <pre>{@code
 * CassandraAdapter.of(CqlSession.builder().withKeyspace("app").build())
 * }</pre>
 *
 * <p>The session belongs to the application, which also closes it; {@link #createSchema} creates the tables. Users and
 * accounts keep all their fields. Cassandra deletes expired sessions, links and used keys. There are no units of work,
 * because others can see parts of a Cassandra batch, and its conditions cannot span two partitions. Safe for concurrent
 * use.
 */
public final class CassandraAdapter extends ForwardingAdapter
        implements SessionRegistry, UnverifiedEmails, HealthCheck, Schema {
    private final Repositories repositories;
    private final Supplier<CassandraTables> tables;

    private CassandraAdapter(Repositories repositories, Supplier<CassandraTables> tables) {
        super(
                repositories.users(),
                repositories.accounts(),
                repositories.sessions(),
                repositories.tokens(),
                repositories.authenticators(),
                repositories.moduleRecords());
        this.repositories = repositories;
        this.tables = tables;
    }

    /** Creates an adapter in the session's keyspace. */
    public static CassandraAdapter of(CqlSession session) {
        return builder(session).build();
    }

    public static Builder builder(CqlSession session) {
        return new Builder(session);
    }

    /** Where something stands between it and Cassandra. */
    static CassandraAdapter of(Commands commands) {
        Supplier<CassandraTables> none = () -> {
            throw new UnsupportedOperationException("there is no session");
        };
        return new CassandraAdapter(
                Repositories.of(commands, new Expiry(Clock.systemUTC()), Randomness.secure()), none);
    }

    /** Sets up the store. */
    public static final class Builder {
        private final CqlSession session;
        private String keyspace = "";
        private ConsistencyLevel consistency = DefaultConsistencyLevel.LOCAL_QUORUM;
        private ConsistencyLevel serialConsistency = DefaultConsistencyLevel.LOCAL_SERIAL;
        private Clock clock = Clock.systemUTC();
        private Randomness randomness = Randomness.secure();

        private Builder(CqlSession session) {
            this.session = session;
        }

        /** Sets the keyspace; the session's own unless set. */
        public Builder keyspace(String name) {
            keyspace = CqlIdentifier.fromCql(name).asCql(true);
            return this;
        }

        /**
         * Sets the consistency levels; by default a majority of the data center that the session is connected to. If
         * users sign in at several data centers, use {@code QUORUM} and {@code SERIAL}: only then does an email address
         * belong to one user in all of them.
         *
         * @param ordinary at least a majority, or a session could outlive its end
         */
        public Builder consistency(ConsistencyLevel ordinary, ConsistencyLevel serial) {
            if (ordinary.isSerial() || !serial.isSerial()) {
                throw new IllegalArgumentException("the first level is an ordinary one, the second a serial one");
            }
            consistency = ordinary;
            serialConsistency = serial;
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

        public CassandraAdapter build() {
            var commands = new CqlCommands(session, keyspace, consistency, serialConsistency);
            return new CassandraAdapter(
                    Repositories.of(commands, new Expiry(clock), randomness),
                    () -> CassandraTables.of(session, keyspace));
        }
    }

    @Override
    public String schemaKind() {
        return "tables";
    }

    @Override
    public SchemaStatus schemaStatus() {
        return Failures.wrap(() -> {
            int latest = tables.get().count();
            int version = latest - tables.get().missing().size();
            return new SchemaStatus(version, latest, version == 0);
        });
    }

    /** Returns the CQL of {@code tables.cql} in the jar. */
    @Override
    public List<String> schemaDryRun() {
        return Failures.wrap(
                () -> tables.get().missing().stream().map(cql -> cql + ";").toList());
    }

    /**
     * Creates the tables; the keyspace must exist. Call it from one process: before Cassandra 5.1, two that create a
     * table at the same moment can create it twice.
     */
    @Override
    public void createSchema(Consumer<String> log) {
        Failures.wrap(() -> {
            tables.get().create(log);
            return log;
        });
    }

    /** Throws if Cassandra doesn't respond, or if the tables are missing. */
    @Override
    public void check() {
        repositories.users().getUser("check");
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

    /** Sessions, records, passkeys, accounts, address, row: cut anywhere, a second deletion still finds what is left. */
    @Override
    public void deleteUser(String userId) {
        repositories.sessions().deleteWithList(userId);
        repositories.records().deleteByUser(userId);
        repositories.moduleRecords().deleteByUser(userId);
        repositories.authenticators().deleteByUser(userId);
        repositories.accounts().deleteByUser(userId);
        repositories.users().delete(userId);
    }

    @Override
    public String toString() {
        return "CassandraAdapter";
    }
}
