package dev.cardea.adapter.redis;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.HealthCheck;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserLocks;
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
 * Stores users and sessions in Redis or Valkey, on one node or a cluster.
 *
 * <pre>{@code
 * RedisAdapter.of(RedisClient.create("redis://127.0.0.1:6379"))
 * RedisAdapter.of(RedisClusterClient.create(nodes))
 * }</pre>
 *
 * <p>On one node, and on a cluster if the key prefix keeps all keys in one slot, the store also has {@link UnitOfWork}:
 * a sign-in is all or nothing. The client belongs to the application, which also closes it. Users keep all their
 * fields, accounts too. Redis deletes sessions, links and used keys an hour after they expire. For sessions here and
 * users in another store, see {@link dev.cardea.adapter.ComposedAdapter}. Safe for concurrent use.
 */
public sealed class RedisAdapter extends ForwardingAdapter implements SessionRegistry, UnverifiedEmails, HealthCheck
        permits RedisAdapter.WithUnits {
    private final Commands commands;
    private final Keys keys;
    private final Expiry expiry;
    private final Randomness randomness;
    private final Repositories repositories;

    private RedisAdapter(Commands commands, Keys keys, Expiry expiry, Randomness randomness) {
        this(commands, keys, expiry, randomness, Repositories.of(commands, keys, expiry, randomness));
    }

    private RedisAdapter(
            Commands commands, Keys keys, Expiry expiry, Randomness randomness, Repositories repositories) {
        super(
                repositories.users(),
                repositories.accounts(),
                repositories.sessions(),
                repositories.tokens(),
                repositories.authenticators(),
                repositories.moduleRecords());
        this.commands = commands;
        this.keys = keys;
        this.expiry = expiry;
        this.randomness = randomness;
        this.repositories = repositories;
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
        public Optional<RecordAndUser> getSessionRecord(String id) {
            return super.repositories.records().joined(id);
        }

        @Override
        public Optional<User> lockUser(String id) {
            return super.repositories.users().lock(id);
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

    /** Sets up the store. */
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
         * Sets the prefix of every key; empty unless set. Auth.js calls it {@code baseKeyPrefix}. On a cluster a hash
         * tag in it, as in {@code {cardea}:}, puts all keys into one slot, and units of work become possible.
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

        /** Sets the source of user IDs. */
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

    /** Throws if Redis doesn't respond. */
    @Override
    public void check() {
        commands.get(keys.user(""));
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
        return "RedisAdapter";
    }
}
