package dev.cardea.adapter.redis;

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
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/**
 * Redis or Valkey as the store, one node or a cluster.
 *
 * <pre>{@code
 * RedisAdapter.of(RedisClient.create("redis://127.0.0.1:6379"))
 * RedisAdapter.of(RedisClusterClient.create(nodes))
 * }</pre>
 *
 * <p>On one node, and on a cluster if the key prefix keeps all keys in one slot, the store also has {@link UnitOfWork}: a
 * sign-in is all or nothing. The client belongs to the application, which also closes it. Users keep all their fields,
 * accounts too. Redis deletes sessions, links and used keys an hour after they expire. For sessions here and users
 * in another store, see {@link dev.cardea.adapter.ComposedAdapter}. Safe for concurrent use.
 */
public sealed class RedisAdapter
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
                HealthCheck
        permits RedisAdapter.WithUnits {
    private final Commands commands;
    private final Keys keys;
    private final Expiry expiry;
    private final Randomness randomness;
    private final Users users;
    private final Accounts accounts;
    private final Sessions sessions;
    private final VerificationTokens tokens;
    private final Authenticators authenticators;

    private RedisAdapter(Commands commands, Keys keys, Expiry expiry, Randomness randomness) {
        this.commands = commands;
        this.keys = keys;
        this.expiry = expiry;
        this.randomness = randomness;
        users = new Users(commands, keys);
        accounts = new Accounts(commands, keys, users);
        sessions = new Sessions(commands, keys, expiry);
        tokens = new VerificationTokens(commands, keys, expiry);
        authenticators = new Authenticators(commands, keys);
    }

    /** Where all keys are in one place. */
    static final class WithUnits extends RedisAdapter implements UnitOfWork, UserLocks {
        private WithUnits(Commands commands, Keys keys, Expiry expiry, Randomness randomness) {
            super(commands, keys, expiry, randomness);
        }

        @Override
        public <T> T inUnit(Function<Adapter, T> work) {
            return Unit.run(
                    super.commands,
                    unit -> work.apply(new WithUnits(unit, super.keys, super.expiry, super.randomness)));
        }

        @Override
        public Optional<User> lockUser(String id) {
            return super.users.lock(id, super.randomness.uuid());
        }
    }

    public static RedisAdapter of(UnifiedJedis client) {
        return builder(client).build();
    }

    public static Builder builder(UnifiedJedis client) {
        boolean isCluster = client instanceof RedisClusterClient || client instanceof JedisCluster;
        return new Builder(replicas -> new JedisCommands(client, replicas), isCluster);
    }

    /** For one node. */
    static Builder builder(Commands commands) {
        return new Builder(replicas -> commands, false);
    }

    /** How a store is set up. */
    public static final class Builder {
        private final Function<@Nullable Replicas, Commands> commands;
        private final boolean isCluster;
        private @Nullable Replicas replicas;
        private String keyPrefix = "";
        private Clock clock = Clock.systemUTC();
        private Randomness randomness = Randomness.secure();

        Builder(Commands commands, boolean isCluster) {
            this(replicas -> commands, isCluster);
        }

        private Builder(Function<@Nullable Replicas, Commands> commands, boolean isCluster) {
            this.commands = commands;
            this.isCluster = isCluster;
        }

        /**
         * Stands before every key; empty unless set. Auth.js calls it {@code baseKeyPrefix}. On a cluster a hash tag in
         * it, as in {@code {cardea}:}, puts all keys into one slot, and units of work become possible.
         */
        public Builder keyPrefix(String prefix) {
            keyPrefix = prefix;
            return this;
        }

        /**
         * Requires this many replicas to confirm important changes: the end of a session, the use of a link or key, a
         * deleted user, a whole sign-in. Without this call the primary alone confirms them, and a fail-over can lose
         * them.
         *
         * <p>If too few replicas confirm in time, the call fails although the primary has made the change. That is
         * safe: a used link signs no user in, an ended session stays ended, and the visitor can try again.
         *
         * @param timeout to the millisecond; shorter than the client's own timeout for answers
         * @see <a href="https://redis.io/docs/latest/commands/wait/">WAIT</a>
         */
        public Builder awaitReplicas(int count, Duration timeout) {
            replicas = new Replicas(count, timeout);
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

        public RedisAdapter build() {
            var keys = new Keys(keyPrefix);
            var expiry = new Expiry(clock);
            var commands = this.commands.apply(replicas);
            return !isCluster || keys.areInOneSlot()
                    ? new WithUnits(commands, keys, expiry, randomness)
                    : new RedisAdapter(commands, keys, expiry, randomness);
        }
    }

    /** Throws where Redis does not answer. */
    @Override
    public void check() {
        commands.get(keys.user(""));
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

    /** Of the sessions that another program created, those that were refreshed here, and the last. */
    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return sessions.byUser(userId);
    }

    /** Ends those that {@link #listSessionsByUserId} lists. */
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
        return commands.putNew(keys.spent(key), "1", expiry.keepExactly(expires));
    }

    @Override
    public String toString() {
        return "RedisAdapter";
    }
}
