package dev.cardea.adapter.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.UnifiedJedis;

/** Keys of Auth.js, spread over all nodes: no units of work. */
class ClusterContractTest implements RedisContract {
    private static RedisCluster redis;
    private static UnifiedJedis client;
    private static RedisAdapter adapter;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
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
