package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
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
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Apache Cassandra as the store.
 *
 * <pre>{@code
 * CassandraAdapter.of(CqlSession.builder().withKeyspace("app").build())
 * }</pre>
 *
 * <p>The session belongs to the application, which also closes it; {@link #createSchema} creates the tables. Users and
 * accounts keep all their fields. Sessions, links and spent keys go by themselves. There are no units of work: a batch
 * of Cassandra is seen in parts by others, and its conditions cannot be about two partitions. Safe for concurrent use.
 */
public final class CassandraAdapter
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
                HealthCheck,
                Schema {
    private final Commands commands;
    private final Supplier<CassandraTables> tables;
    private final Randomness randomness;
    private final Users users;
    private final Accounts accounts;
    private final Sessions sessions;
    private final VerificationTokens tokens;
    private final Authenticators authenticators;

    private CassandraAdapter(Commands commands, Supplier<CassandraTables> tables, Expiry ends, Randomness randomness) {
        this.commands = commands;
        this.tables = tables;
        this.randomness = randomness;
        users = new Users(commands, ends);
        accounts = new Accounts(commands, users);
        sessions = new Sessions(commands, ends);
        tokens = new VerificationTokens(commands, ends, randomness);
        authenticators = new Authenticators(commands);
    }

    /** In the keyspace of the session. */
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
        return new CassandraAdapter(commands, none, new Expiry(Clock.systemUTC()), Randomness.secure());
    }

    /** How a store is set up. */
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

        /** The keyspace of the session unless set. */
        public Builder keyspace(String name) {
            keyspace = CqlIdentifier.fromCql(name).asCql(true);
            return this;
        }

        /**
         * How many must have a row that is read or written, and among whom it is decided who is first: a majority of the
         * data centre that the session is connected to. Where people sign in at several data centres, {@code QUORUM} and
         * {@code SERIAL}: only then does an address have one user in all of them.
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

        /** Makes the ids of users. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        public CassandraAdapter build() {
            var commands = new CqlCommands(session, keyspace, consistency, serialConsistency);
            return new CassandraAdapter(
                    commands, () -> CassandraTables.of(session, keyspace), new Expiry(clock), randomness);
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

    /** Returns CQL, as {@code tables.cql} in the jar has it. */
    @Override
    public List<String> schemaDryRun() {
        return Failures.wrap(
                () -> tables.get().missing().stream().map(cql -> cql + ";").toList());
    }

    /**
     * Let one process create the tables: before Cassandra 5.1, two that create one table at the same moment can create it
     * twice. The keyspace must exist.
     */
    @Override
    public void createSchema(Consumer<String> log) {
        Failures.wrap(() -> {
            tables.get().create(log);
            return log;
        });
    }

    /** Throws where Cassandra does not answer, or the tables are missing. */
    @Override
    public void check() {
        users.byId("check");
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

    /** Sessions, passkeys, accounts, address, row: cut anywhere, a second deletion still finds what is left. */
    @Override
    public void deleteUser(String userId) {
        sessions.deleteWithList(userId);
        authenticators.deleteByUser(userId);
        accounts.deleteByUser(userId);
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

    /** Two reads by key: Cassandra cannot join. */
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
        return tokens.create(token);
    }

    /** Always empty without an identifier: it is part of the key. */
    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return identifier == null ? Optional.empty() : tokens.use(identifier, token);
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return authenticators.create(authenticator);
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return authenticators.byId(credentialID);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return authenticators.byUser(userId);
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return authenticators.raiseCounter(credentialID, newCounter);
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return authenticators.record(credentialID);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return authenticators.records(userId);
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        authenticators.change(change);
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        authenticators.delete(credentialID);
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return authenticators.signIn(credentialID, provider, accounts, users);
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        authenticators.use(credentialID, newCounter, backedUp, usedAt);
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return tokens.spend(key, expires);
    }

    @Override
    public String toString() {
        return "CassandraAdapter";
    }
}
