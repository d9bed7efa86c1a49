package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.UnitOfWorkContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.UnifiedJedis;

/** All keys in one slot: units of work too. */
class ClusterOneSlotContractTest implements RedisContract, UnitOfWorkContract {
    private static RedisCluster redis;
    private static UnifiedJedis client;
    private static RedisAdapter adapter;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
        client = redis.client();
        adapter = RedisAdapter.builder(client).keyPrefix("{cardea}:").build();
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
