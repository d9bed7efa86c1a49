package dev.cardea.adapter.redis;

import dev.cardea.adapter.testkit.RateLimiterContract;
import dev.cardea.limit.RateLimiter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.UnifiedJedis;

/** Keys of one request lie in different slots: taken in one pipeline, and given back. */
@Tag("part")
@Tag("store")
class ClusterLimitsTest implements RateLimiterContract {
    private static RedisCluster redis;
    private static UnifiedJedis client;
    private static UnifiedJedis second;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
        client = redis.client();
        second = redis.client();
    }

    @AfterAll
    static void close() {
        if (client != null) client.close();
        if (second != null) second.close();
        if (redis != null) redis.close();
    }

    @Override
    public RateLimiter limiter() {
        return RedisRateLimiter.of(client);
    }

    @Override
    public RateLimiter another() {
        return RedisRateLimiter.of(second);
    }
}
