package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.HealthCheck;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.PasskeySignIns;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserLocks;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * DynamoDB as the store.
 *
 * <pre>{@code
 * DynamoAdapter.of(DynamoDbClient.create())
 * }</pre>
 *
 * <p>The client belongs to the application, which also closes it; {@link #createSchema} creates the table. Users and accounts
 * keep all their fields. A sign-in is all or nothing. Safe for concurrent use.
 */
public final class DynamoAdapter
        implements UserAdapter,
                SessionAdapter,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                AccountUpdates,
                AccountIndex,
                SessionIndex,
                UsedTokens,
                PasskeyRecords,
                PasskeySignIns,
                UnitOfWork,
                UserLocks,
                HealthCheck,
                Schema {
    /** DynamoDB takes a hundred. */
    private static final int AT_ONCE = 50;

    private final Items items;
    private final Names names;
    private final DynamoTable table;
    private final Randomness randomness;
    private final Users users;
    private final Accounts accounts;
    private final Sessions sessions;
    private final VerificationTokens links;
    private final Authenticators passkeys;

    private DynamoAdapter(Items items, DynamoTable table, Randomness randomness) {
        this.items = items;
        this.table = table;
        names = table.names();
        this.randomness = randomness;
        users = new Users(items, names);
        accounts = new Accounts(items, names, users, randomness);
        sessions = new Sessions(items, names);
        links = new VerificationTokens(items);
        passkeys = new Authenticators(items);
    }

    /** In the table {@code next-auth}. */
    public static DynamoAdapter of(DynamoDbClient client) {
        return builder(client).build();
    }

    public static Builder builder(DynamoDbClient client) {
        return new Builder(client);
    }

    /** How a store is set up. Names are those of Auth.js unless set. */
    public static final class Builder {
        private final DynamoDbClient client;
        private Names names = Names.STANDARD;
        private Randomness randomness = Randomness.secure();
        private Duration timeout = Duration.ofSeconds(4);

        private Builder(DynamoDbClient client) {
            this.client = client;
        }

        public Builder table(String name) {
            names = new Names(name, names.pk(), names.sk(), names.index(), names.indexPk(), names.indexSk());
            return this;
        }

        /** Partition key and sort key: {@code pk} and {@code sk}. */
        public Builder keys(String partition, String sort) {
            names = new Names(names.table(), partition, sort, names.index(), names.indexPk(), names.indexSk());
            return this;
        }

        /** {@code GSI1} with {@code GSI1PK} and {@code GSI1SK}. */
        public Builder index(String name, String partition, String sort) {
            names = new Names(names.table(), names.pk(), names.sk(), name, partition, sort);
            return this;
        }

        /**
         * Only Cardea writes to the table: rows have no attributes of the index, and nothing is looked up there. The
         * writes of the index are saved, and no partition of it has all accounts of one provider. Not for a table
         * that Auth.js writes to, or wrote to: its users, accounts and sessions are found by the index alone.
         */
        public Builder withoutIndex() {
            names = names.withoutIndex();
            return this;
        }

        /**
         * How long one request may take, with all tries of the SDK: four seconds unless set. A client that has an
         * {@code apiCallTimeout} keeps it.
         */
        public Builder timeout(Duration longest) {
            if (longest.isNegative() || longest.isZero())
                throw new IllegalArgumentException("the timeout must be positive");
            timeout = longest;
            return this;
        }

        /** Makes the ids of users. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        public DynamoAdapter build() {
            return new DynamoAdapter(new Table(client, names, timeout), new DynamoTable(client, names), randomness);
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

    /** Throws where DynamoDB does not answer, or the table is missing. */
    @Override
    public void check() {
        var ignored = items.get(Users.key("?"));
    }

    /** A unit inside this one takes back only its own work. */
    @Override
    public <T> T inUnit(Function<Adapter, T> work) {
        return Unit.run(items, names, unit -> work.apply(new DynamoAdapter(unit, table, randomness)));
    }

    @Override
    public Optional<User> lockUser(String id) {
        return users.lock(id, randomness.uuid());
    }

    @Override
    public User createUser(User user) {
        return users.create(randomness.uuid(), user);
    }

    @Override
    public Optional<User> getUser(String id) {
        return users.byId(id);
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return users.byEmail(email);
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return accounts.byName(provider, providerAccountId).map(Account::userId).flatMap(users::byId);
    }

    @Override
    public User updateUser(UserChange change) {
        return users.update(change);
    }

    /** The user last: cut anywhere, a second deletion still finds what is left. */
    @Override
    public void deleteUser(String userId) {
        var changes = new ArrayList<Change>();
        changes.addAll(sessions.deletions(userId));
        changes.addAll(passkeys.deletions(userId));
        changes.addAll(accounts.deletions(userId));
        for (int i = 0; i < changes.size(); i += AT_ONCE) {
            var some = changes.subList(i, Math.min(changes.size(), i + AT_ONCE));
            var ignored = Retry.until(() -> items.together(some) ? Optional.of(true) : Optional.empty());
        }
        users.delete(userId);
    }

    @Override
    public Account linkAccount(Account account) {
        return accounts.link(account);
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        accounts.unlink(provider, providerAccountId);
    }

    @Override
    public void updateAccount(Account account) {
        accounts.update(account);
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return accounts.byUser(userId);
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return accounts.byName(provider, providerAccountId);
    }

    /** Does not ask whether the user is here: sessions may be kept for users of another store. */
    @Override
    public AdapterSession createSession(AdapterSession session) {
        return sessions.create(session);
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return sessions.byToken(sessionToken)
                .flatMap(session -> users.byId(session.userId()).map(user -> new SessionAndUser(session, user)));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return sessions.update(change);
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return sessions.delete(sessionToken);
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return sessions.byUser(userId);
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        sessions.deleteByUser(userId, exceptToken);
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        return links.create(token);
    }

    /** Always empty without an identifier: it is part of the key. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return identifier == null ? Optional.empty() : links.use(identifier, token);
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return passkeys.create(authenticator);
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return passkeys.byId(credentialID);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return passkeys.byUser(userId);
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return passkeys.raiseCounter(credentialID, newCounter);
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return passkeys.record(credentialID);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return passkeys.records(userId);
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        passkeys.change(change);
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        passkeys.delete(credentialID);
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return passkeys.signIn(credentialID, provider, accounts, users);
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        passkeys.use(credentialID, newCounter, backedUp, usedAt);
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return links.spend(key, expires);
    }

    @Override
    public String toString() {
        return "DynamoAdapter";
    }
}
