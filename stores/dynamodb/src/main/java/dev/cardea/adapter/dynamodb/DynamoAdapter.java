package dev.cardea.adapter.dynamodb;

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
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Stores users and sessions in DynamoDB.
 *
 * <pre>{@code
 * DynamoAdapter.of(DynamoDbClient.create())
 * }</pre>
 *
 * <p>The client belongs to the application, which also closes it; {@link #createSchema} creates the table. Users and
 * accounts keep all their fields. A sign-in is all or nothing. Safe for concurrent use.
 */
public final class DynamoAdapter extends ForwardingAdapter
        implements SessionRegistry, UnverifiedEmails, UnitOfWork, UserLocks, HealthCheck, Schema {
    /** DynamoDB takes a hundred. */
    private static final int AT_ONCE = 50;

    private final Items items;
    private final DynamoTable table;
    private final Randomness randomness;
    private final Clock clock;
    private final Repositories repositories;

    private DynamoAdapter(Items items, DynamoTable table, Randomness randomness, Clock clock) {
        this(items, table, randomness, clock, Repositories.of(items, table.names(), randomness, clock));
    }

    private DynamoAdapter(
            Items items, DynamoTable table, Randomness randomness, Clock clock, Repositories repositories) {
        super(
                repositories.users(),
                repositories.accounts(),
                repositories.sessions(),
                repositories.tokens(),
                repositories.authenticators(),
                repositories.moduleRecords());
        this.items = items;
        this.table = table;
        this.randomness = randomness;
        this.clock = clock;
        this.repositories = repositories;
    }

    /** Creates an adapter for the table {@code next-auth}. */
    public static DynamoAdapter of(DynamoDbClient client) {
        return builder(client).build();
    }

    public static Builder builder(DynamoDbClient client) {
        return new Builder(client);
    }

    /** Sets up the store. Names are those of Auth.js unless set. */
    public static final class Builder {
        private final DynamoDbClient client;
        private Names names = Names.STANDARD;
        private Randomness randomness = Randomness.secure();
        private Clock clock = Clock.systemUTC();
        private Duration timeout = Duration.ofSeconds(4);

        private Builder(DynamoDbClient client) {
            this.client = client;
        }

        public Builder table(String name) {
            names = new Names(name, names.pk(), names.sk(), names.index(), names.indexPk(), names.indexSk());
            return this;
        }

        /** Sets the partition key and the sort key; {@code pk} and {@code sk} unless set. */
        public Builder keys(String partition, String sort) {
            names = new Names(names.table(), partition, sort, names.index(), names.indexPk(), names.indexSk());
            return this;
        }

        /** Sets the index; {@code GSI1} with {@code GSI1PK} and {@code GSI1SK} unless set. */
        public Builder index(String name, String partition, String sort) {
            names = new Names(names.table(), names.pk(), names.sk(), name, partition, sort);
            return this;
        }

        /**
         * Does without the index, for a table that only Cardea writes to. That saves the index's writes, and no
         * partition of it contains all accounts of one provider. Do not use it for a table that Auth.js writes to, or
         * has written to: its users, accounts and sessions can only be found with the index.
         */
        public Builder withoutIndex() {
            names = names.withoutIndex();
            return this;
        }

        /**
         * Sets how long one request may take, with all attempts of the SDK; four seconds unless set. A client that has
         * an {@code apiCallTimeout} keeps it. A change that loses to other requests is made again for as long.
         */
        public Builder timeout(Duration longest) {
            if (longest.isNegative() || longest.isZero())
                throw new IllegalArgumentException("the timeout must be positive");
            timeout = longest;
            return this;
        }

        /** Sets the source of user IDs. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        /** Sets the clock that decides whether a record of a module has expired. */
        public Builder clock(Clock source) {
            clock = source;
            return this;
        }

        public DynamoAdapter build() {
            return new DynamoAdapter(
                    new Table(client, names, timeout), new DynamoTable(client, names), randomness, clock);
        }
    }

    @Override
    public String schemaKind() {
        return "tables";
    }

    @Override
    public SchemaStatus schemaStatus() {
        boolean isThere = Failures.wrap(table::isThere);
        return new SchemaStatus(isThere ? 1 : 0, 1, !isThere);
    }

    @Override
    public List<String> schemaDryRun() {
        return Failures.wrap(table::isThere) ? List.of() : table.steps();
    }

    /** Creates the table, billed per request, with its index unless {@link Builder#withoutIndex} was set. */
    @Override
    public void createSchema(Consumer<String> log) {
        Failures.wrap(() -> {
            if (!table.isThere()) table.create(log);
            return log;
        });
    }

    /** Throws if DynamoDB doesn't respond, or if the table is missing. */
    @Override
    public void check() {
        var ignored = repositories.users().getUser("?");
    }

    /** A unit inside this one takes back only its own work. */
    @Override
    public <T> T inUnit(Function<Adapter, T> work) {
        return Unit.run(items, table.names(), unit -> work.apply(new DynamoAdapter(unit, table, randomness, clock)));
    }

    @Override
    public Optional<User> lockUser(String id) {
        return repositories.users().lock(id);
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

    /** The user last: cut anywhere, a second deletion still finds what is left. */
    @Override
    public void deleteUser(String userId) {
        repositories.records().endSessions(SessionSelection.ofUser(userId));
        repositories.moduleRecords().deleteByUser(userId);
        var changes = new ArrayList<Change>();
        changes.addAll(repositories.sessions().deletions(userId));
        changes.addAll(repositories.authenticators().deletions(userId));
        changes.addAll(repositories.accounts().deletions(userId));
        for (int i = 0; i < changes.size(); i += AT_ONCE) {
            var some = changes.subList(i, Math.min(changes.size(), i + AT_ONCE));
            var ignored = items.retry(() -> items.together(some) ? Optional.of(true) : Optional.empty());
        }
        repositories.users().delete(userId);
    }

    @Override
    public String toString() {
        return "DynamoAdapter";
    }
}
