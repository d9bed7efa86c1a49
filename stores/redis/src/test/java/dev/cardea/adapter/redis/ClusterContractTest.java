package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.LostAnswersContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.UnifiedJedis;

/** Keys of Auth.js, spread over all nodes: no units of work. */
@Tag("part")
@Tag("store")
class ClusterContractTest implements RedisContract, LostAnswersContract {
    private static RedisCluster redis;
    private static UnifiedJedis client;
    private static RedisAdapter adapter;
    private static LosingCluster losing;
    private static RedisAdapter withoutFirstAnswers;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
        client = redis.client();
        adapter = RedisAdapter.of(client);
        losing = LosingCluster.of(redis.addresses());
        withoutFirstAnswers = new RedisAdapter.Builder(new JedisCommands(losing), true).build();
    }

    @AfterAll
    static void close() {
        if (losing != null) {
            assertThat(losing.lost()).isGreaterThan(10);
            losing.close();
        }
        if (client != null) client.close();
        if (redis != null) redis.close();
    }

    @Override
    public RedisAdapter adapter() {
        return adapter;
    }

    @Override
    public RedisAdapter withoutFirstAnswers() {
        return withoutFirstAnswers;
    }
}
