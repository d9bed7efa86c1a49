package dev.cardea.examples.docs;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ComposedAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.Layout;
import dev.cardea.adapter.redis.RedisAdapter;
import java.util.List;
import javax.sql.DataSource;
import redis.clients.jedis.RedisClient;

/** What a configuration's {@code adapter} can be. */
public final class Stores {
    private Stores() {}

    public static List<Adapter> redis(DataSource dataSource) {
        // sample
        var redis = RedisClient.create("redis://127.0.0.1:6379");

        Adapter everything = RedisAdapter.of(redis);
        Adapter sessionsAndLinks = ComposedAdapter.of(JdbcAdapter.of(dataSource), RedisAdapter.of(redis));
        // end
        return List.of(everything, sessionsAndLinks);
    }

    public static Adapter ownNames(DataSource dataSource) {
        // sample
        var layout = Layout.DRIZZLE
                .table("user", "app_user")
                .column("emailVerified", "verified_at")
                .schema("auth");
        var store = JdbcAdapter.builder(dataSource).layout(layout).build();
        // end
        return store;
    }
}
