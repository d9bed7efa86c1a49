package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.UnitOfWorkContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.UnifiedJedis;

@Tag("part")
@Tag("store")
class OneNodeContractTest implements RedisContract, UnitOfWorkContract, UserLocksContract {
    private static RedisServer redis;
    private static UnifiedJedis client;
    private static RedisAdapter adapter;

    @BeforeAll
    static void open() {
        redis = RedisServer.start();
        client = redis.client();
        adapter = RedisAdapter.of(client);
    }

    @AfterAll
    static void close() {
        if (client != null) client.close();
        if (redis != null) redis.close();
    }

    @Override
    public RedisAdapter adapter() {
        return adapter;
    }
}
