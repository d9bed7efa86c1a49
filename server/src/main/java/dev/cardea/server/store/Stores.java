package dev.cardea.server.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.client.MongoClients;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcRateLimiter;
import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.adapter.mongodb.MongoAdapter;
import dev.cardea.adapter.redis.RedisAdapter;
import dev.cardea.adapter.redis.RedisRateLimiter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisURIHelper;

/** Opens the store that a configuration names. */
public final class Stores {
    private static final long POOL_TIMEOUT = 3_000;
    private static final long LOCK_TIMEOUT = 5_000;
    /** Without transactions a failed sign-in undoes up to five changes, each of which may wait for so long. */
    private static final long MONGO_TIMEOUT = 1_500;

    private static final long POOL_SIZE = 10;
    /** No sign-in waits for this: the core gives up earlier. */
    private static final long LIMITS_TIMEOUT = 1_000;

    /** Held, or its level would be forgotten. */
    private static final Logger HIKARI = Logger.getLogger("com.zaxxer.hikari");

    private static final Logger MONGO = Logger.getLogger("org.mongodb.driver");

    static {
        if (HIKARI.getLevel() == null) HIKARI.setLevel(Level.SEVERE);
        if (MONGO.getLevel() == null) MONGO.setLevel(Level.SEVERE);
    }

    private Stores() {}

    /**
     * Reaches nothing yet.
     *
     * @throws IllegalArgumentException where it is not available; see {@link StoreSettings#problem}
     */
    public static OpenStore open(StoreSettings store) {
        var problem = store.problem();
        if (problem.isPresent()) throw new IllegalArgumentException(problem.get());
        var open = people(store);
        var limits = store.limits();
        if (limits == null) return open;
        if (StoreSettings.of(limits).isMemory()) return open.countedBy(null);
        var redis = client(new StoreSettings(limits, null, null, StoreSettings.AUTO, store.poolSize(), LIMITS_TIMEOUT));
        return open.countedBy(RedisRateLimiter.of(redis)).closing(redis::close);
    }

    /**
     * Opens a store for a look at its tables. No file is created or changed, and one that doesn't exist is an empty
     * store.
     *
     * @throws IllegalArgumentException where it is not available; see {@link StoreSettings#problem}
     */
    public static OpenStore openToRead(StoreSettings store) {
        var problem = store.problem();
        if (problem.isPresent()) throw new IllegalArgumentException(problem.get());
        if (!store.isFile()) return open(store);
        return database(store, DriverConnections.of(urlToRead(store), store.user(), store.password(), () -> {}));
    }

    private static OpenStore people(StoreSettings store) {
        if (store.isMemory()) return new OpenStore(new InMemoryAdapter(), Optional.empty(), false, () -> {});
        if (store.isMongo()) return mongo(store);
        return store.isRedis() ? redis(store) : database(store, connections(store));
    }

    private static OpenStore database(StoreSettings store, DriverConnections connections) {
        // Made without its settings a pool begins only when it is asked.
        var pool = new HikariDataSource();
        pool(store, connections).copyStateTo(pool);
        var adapter = JdbcAdapter.builder(pool);
        var layout = store.tables();
        layout.ifPresent(adapter::layout);
        if (store.isSqlite()) adapter.statementTimeout(lockTimeout(store));
        var built = adapter.build();
        var cleaning = Optional.<Supplier<RemovedRows>>of(built::deleteExpired);
        Runnable closing = () -> {
            connections.close();
            pool.close();
        };
        var open = new OpenStore(built, cleaning, store.isEmbedded(), closing).pooled(ConnectionPool.of(pool));
        // A file belongs to one process, which counts in its memory without a write for each try.
        if (store.isEmbedded()) return open;
        return open.countedBy(layout.map(it -> JdbcRateLimiter.of(pool, it)).orElseGet(() -> JdbcRateLimiter.of(pool)));
    }

    /** In SQLite one connection writes at a time: a statement waits for the others as a request does for a connection. */
    static Duration lockTimeout(StoreSettings store) {
        return Duration.ofMillis(Math.max(LOCK_TIMEOUT, orElse(store.poolTimeout(), POOL_TIMEOUT)));
    }

    private static OpenStore redis(StoreSettings store) {
        var redis = client(store);
        return new OpenStore(RedisAdapter.of(redis), Optional.empty(), false, redis::close)
                .countedBy(RedisRateLimiter.of(redis));
    }

    @SuppressWarnings("deprecation")
    private static RedisClient client(StoreSettings store) {
        var uri = URI.create(store.url());
        int timeout = Math.toIntExact(orElse(store.poolTimeout(), POOL_TIMEOUT));
        var client = DefaultJedisClientConfig.builder()
                .user(store.user() == null ? JedisURIHelper.getUser(uri) : store.user())
                .password(store.password() == null ? JedisURIHelper.getPassword(uri) : store.password())
                .database(JedisURIHelper.getDBIndex(uri))
                .ssl(JedisURIHelper.isRedisSSLScheme(uri))
                .timeoutMillis(timeout);
        var pool = new ConnectionPoolConfig();
        pool.setMaxTotal(Math.toIntExact(orElse(store.poolSize(), POOL_SIZE)));
        pool.setMaxWait(Duration.ofMillis(timeout));
        return RedisClient.builder()
                .hostAndPort(JedisURIHelper.getHostAndPort(uri))
                .clientConfig(client.build())
                .poolConfig(pool)
                .build();
    }

    private static OpenStore mongo(StoreSettings store) {
        var address = new ConnectionString(store.url());
        long timeout = orElse(store.poolTimeout(), MONGO_TIMEOUT);
        var settings = MongoClientSettings.builder()
                .applyConnectionString(address)
                .applyToClusterSettings(it -> it.serverSelectionTimeout(timeout, MILLISECONDS))
                .applyToSocketSettings(
                        it -> it.connectTimeout(timeout, MILLISECONDS).readTimeout(timeout, MILLISECONDS))
                .applyToConnectionPoolSettings(it -> it.maxSize(Math.toIntExact(orElse(store.poolSize(), POOL_SIZE)))
                        .maxWaitTime(timeout, MILLISECONDS));
        if (store.user() != null) settings.credential(credential(store, address));
        var client = MongoClients.create(settings.build());
        var database = Objects.requireNonNull(address.getDatabase());
        var adapter = MongoAdapter.builder(client, database);
        // One server alone has no transactions, and which it is shows only when it answers.
        if (address.isSrvProtocol() || address.getRequiredReplicaSetName() != null) adapter.transactions();
        return new OpenStore(adapter.build(), Optional.empty(), false, client::close);
    }

    private static MongoCredential credential(StoreSettings store, ConnectionString address) {
        var given = address.getCredential();
        var password = store.password() == null ? "" : store.password();
        return MongoCredential.createCredential(
                Objects.requireNonNull(store.user()),
                given == null ? "admin" : given.getSource(),
                password.toCharArray());
    }

    private static HikariConfig pool(StoreSettings store, DriverConnections connections) {
        var config = new HikariConfig();
        config.setPoolName("cardea");
        config.setDataSource(connections);
        config.setMaximumPoolSize(Math.toIntExact(orElse(store.poolSize(), POOL_SIZE)));
        config.setMinimumIdle(1);
        config.setConnectionTimeout(orElse(store.poolTimeout(), POOL_TIMEOUT));
        // A connection that was lent is tried before it is lent again, and a silent one must not take the whole wait.
        config.setValidationTimeout(Math.min(1_000, config.getConnectionTimeout()));
        config.setExceptionOverride(new BrokenConnections());
        // The server starts although the store is down: it keeps trying, and /healthz reports the store. The first use
        // of a file waits until it is open, because a busy machine takes seconds to load the database itself.
        config.setInitializationFailTimeout(store.isFile() ? 0 : -1);
        return config;
    }

    private static DriverConnections connections(StoreSettings store) {
        Runnable first = store.isSqlite() ? () -> PrivateFile.create(store.file()) : () -> {};
        return DriverConnections.of(url(store), store.user(), store.password(), first);
    }

    /**
     * Adds parameters that drivers need. By default, H2 closes in its own shutdown hook, before the last requests are
     * answered, and writes commits to disk half a second late. In SQLite, readers wait for the writer.
     */
    static String url(StoreSettings store) {
        String url = store.url();
        if (store.isH2()) return with("WRITE_DELAY", "0", with("DB_CLOSE_ON_EXIT", "FALSE", url));
        // The driver tells the server to give a statement up, and waits ten seconds for that unless told otherwise.
        if (store.isPostgres()) return withParameter("cancelSignalTimeout", "1", url);
        if (!store.isSqlite() || url.contains("journal_mode=")) return url;
        return withParameter("journal_mode", "WAL", url);
    }

    /** SQLite has a file with "-wal" while a process writes. Without it the database is complete, and read as it is. */
    private static String urlToRead(StoreSettings store) {
        var file = store.file();
        if (!Files.exists(file)) return store.isSqlite() ? "jdbc:sqlite::memory:" : "jdbc:h2:mem:";
        if (store.isH2File()) return with("ACCESS_MODE_DATA", "r", url(store));
        boolean isWritten = Files.exists(Path.of(file + "-wal"));
        return "jdbc:sqlite:" + file.toUri() + (isWritten ? "?mode=ro" : "?immutable=1");
    }

    private static String withParameter(String name, String value, String url) {
        if (url.contains("?" + name + "=") || url.contains("&" + name + "=")) return url;
        return url + (url.indexOf('?') < 0 ? "?" : "&") + name + "=" + value;
    }

    private static String with(String setting, String value, String url) {
        boolean decided = url.toUpperCase(Locale.ROOT).contains(";" + setting + "=");
        return decided ? url : url + ";" + setting + "=" + value;
    }

    private static long orElse(@org.jspecify.annotations.Nullable Long value, long other) {
        return value == null ? other : value;
    }
}
