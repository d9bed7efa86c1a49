package dev.cardea.adapter.mongodb;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.HealthCheck;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stores users and sessions in MongoDB.
 *
 * <pre>{@code
 * MongoAdapter.builder(client, "app").transactions().createIndexes(System.out::println).build()
 * }</pre>
 *
 * <p>The client belongs to the application, which also closes it. Users and accounts keep all their fields if MongoDB
 * allows their names. Needs the indexes that {@link #createSchema} creates. Safe for concurrent use.
 */
public sealed class MongoAdapter extends ForwardingAdapter
        implements SessionRegistry, UserIndex, UnverifiedEmails, HealthCheck, Schema
        permits MongoAdapter.WithTransactions {
    private final MongoClient client;
    private final Database database;
    private final @Nullable ClientSession session;
    private final Repositories repositories;

    private MongoAdapter(MongoClient client, Database database, @Nullable ClientSession session) {
        this(client, database, session, Repositories.of(database, session));
    }

    private MongoAdapter(
            MongoClient client, Database database, @Nullable ClientSession session, Repositories repositories) {
        super(
                repositories.users(),
                repositories.accounts(),
                repositories.sessions(),
                repositories.tokens(),
                repositories.authenticators(),
                repositories.moduleRecords());
        this.client = client;
        this.database = database;
        this.session = session;
        this.repositories = repositories;
    }

    /** Where the server has transactions. */
    static final class WithTransactions extends MongoAdapter implements UnitOfWork, UserLocks {
        private final TransactionOptions options;

        private WithTransactions(
                MongoClient client, Database database, @Nullable ClientSession session, TransactionOptions options) {
            super(client, database, session);
            this.options = options;
        }

        /** MongoDB has no transaction inside another: an inner unit is part of the outer one. */
        @Override
        public <T> T inUnit(Function<Adapter, T> work) {
            if (super.session != null) return work.apply(this);
            try (var fresh = super.client.startSession()) {
                var bound = new WithTransactions(super.client, super.database, fresh, options);
                return new Transaction<>(() -> work.apply(bound)).run(fresh, options);
            }
        }

        @Override
        public Optional<User> lockUser(String id) {
            return super.repositories.users().lock(id);
        }

        /** In one transaction. */
        @Override
        public void deleteUser(String userId) {
            var ignored = inUnit(unit -> ((WithTransactions) unit).deleted(userId));
        }

        private String deleted(String userId) {
            super.deleteUser(userId);
            return userId;
        }
    }

    /** Creates an adapter for a server without transactions, or if you don't know. */
    public static MongoAdapter of(MongoClient client, String database) {
        return builder(client, database).build();
    }

    public static Builder builder(MongoClient client, String database) {
        return new Builder(client, database);
    }

    /** Sets up the store. */
    public static final class Builder {
        private final MongoClient client;
        private final String database;
        private Names names = Names.STANDARD;
        private @Nullable TransactionOptions transactions;
        private @Nullable WriteConcern writeConcern;
        private ReadPreference readPreference = ReadPreference.primary();
        private Clock clock = Clock.systemUTC();
        private @Nullable Consumer<String> log;

        private Builder(MongoClient client, String database) {
            this.client = client;
            this.database = database;
        }

        /** Sets the names of the four collections, if they aren't those of Auth.js. */
        public Builder collections(String users, String accounts, String sessions, String verificationTokens) {
            names = new Names(
                    users,
                    accounts,
                    sessions,
                    verificationTokens,
                    names.authenticators(),
                    names.usedTokens(),
                    names.sessionRecords(),
                    names.records());
            return this;
        }

        /**
         * Sets how many servers must confirm a write. Default: the majority within ten seconds, whatever the address says.
         * A fail-over can lose a write that fewer servers have, and with it a sign-out or the use of a link. Fewer are for
         * tests, and for operators who accept that loss. A transaction always uses the majority.
         */
        public Builder writeConcern(WriteConcern concern) {
            writeConcern = concern;
            return this;
        }

        /**
         * Sets which server to read from. Default: the primary, whatever the address says. A secondary may not know
         * yet that a session has ended, or that a visitor has just signed in. In a transaction it is always the
         * primary.
         */
        public Builder readPreference(ReadPreference preference) {
            readPreference = preference;
            return this;
        }

        /**
         * Uses transactions, which need a replica set or a sharded cluster. A sign-in is then one transaction of at
         * most three seconds.
         */
        public Builder transactions() {
            return transactions(Duration.ofSeconds(3));
        }

        /**
         * @param longest with all that runs again; the driver by itself would try for two minutes. To end a transaction
         *     on a server that doesn't respond may take as long once more.
         */
        public Builder transactions(Duration longest) {
            transactions = TransactionOptions.builder()
                    .readPreference(ReadPreference.primary())
                    .readConcern(ReadConcern.SNAPSHOT)
                    .writeConcern(WriteConcern.MAJORITY)
                    .timeout(longest.toMillis(), TimeUnit.MILLISECONDS)
                    .build();
            return this;
        }

        /** Sets the clock that decides whether a record of a module has expired. */
        public Builder clock(Clock source) {
            clock = source;
            return this;
        }

        /** Creates missing indexes when the adapter is built, and passes a line for each to the function. */
        public Builder createIndexes(Consumer<String> heard) {
            log = heard;
            return this;
        }

        public MongoAdapter build() {
            var opened = client.getDatabase(database);
            if (log != null) MongoIndexes.of(opened, names).create(log);
            var decided = writeConcern == null ? Database.strong(opened.getWriteConcern()) : writeConcern;
            var store = new Database(opened.withWriteConcern(decided).withReadPreference(readPreference), names, clock);
            return transactions == null
                    ? new MongoAdapter(client, store, null)
                    : new WithTransactions(client, store, null, transactions);
        }
    }

    /** Throws if MongoDB doesn't respond, or if an index is missing. */
    @Override
    public void check() {
        var missing = Failures.translate(indexes()::missing);
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "without these indexes, concurrent requests can create duplicates: " + String.join(", ", missing));
        }
    }

    private MongoIndexes indexes() {
        return MongoIndexes.of(database.collections(), database.names());
    }

    @Override
    public String schemaKind() {
        return "indexes";
    }

    @Override
    public SchemaStatus schemaStatus() {
        int latest = indexes().names().size();
        int version = latest - missingIndexes().size();
        return new SchemaStatus(version, latest, version == 0);
    }

    @Override
    public List<String> schemaDryRun() {
        return missingIndexes().stream().map(name -> "create the index " + name).toList();
    }

    @Override
    public void createSchema(Consumer<String> log) {
        Failures.wrap(() -> {
            indexes().create(log);
            return log;
        });
    }

    private List<String> missingIndexes() {
        return Failures.wrap(indexes()::missing);
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

    /** The user last: cut anywhere, a second deletion still finds what is left. */
    @Override
    public void deleteUser(String userId) {
        repositories.sessions().deleteSessionsByUserId(userId, "");
        repositories.records().endSessions(SessionSelection.ofUser(userId));
        repositories.moduleRecords().deleteByUser(userId);
        repositories.authenticators().deleteByUser(userId);
        repositories.accounts().deleteByUser(userId);
        repositories.users().delete(userId);
    }

    @Override
    public String toString() {
        return "MongoAdapter";
    }
}
