package dev.cardea.adapter.redis;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ComposedAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.UnifiedJedis;

/** People in a relational database, sessions and links in Redis: every promise there is, units of work among them. */
@Tag("part")
@Tag("store")
class ComposedContractTest implements FullContract, UserIndexContract, UserLocksContract {
    private static RedisServer redis;
    private static UnifiedJedis client;
    private static HikariDataSource database;
    private static Adapter adapter;

    @BeforeAll
    static void open() {
        redis = RedisServer.start();
        client = redis.client();
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:composed;DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(40);
        database = new HikariDataSource(config);
        adapter = ComposedAdapter.of(
                JdbcAdapter.builder(database).migrateOnStart(line -> {}).build(), RedisAdapter.of(client));
    }

    @AfterAll
    static void close() {
        if (database != null) database.close();
        if (client != null) client.close();
        if (redis != null) redis.close();
    }

    @Override
    public Adapter adapter() {
        return adapter;
    }

    @Override
    public int rounds() {
        return 50;
    }
}
