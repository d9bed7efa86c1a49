package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.LostAnswersContract;
import dev.cardea.adapter.testkit.UnitOfWorkContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.UnifiedJedis;

/** All keys in one slot: units of work too. */
@Tag("part")
@Tag("store")
class ClusterOneSlotContractTest implements RedisContract, UnitOfWorkContract, UserLocksContract, LostAnswersContract {
    private static RedisCluster redis;
    private static UnifiedJedis client;
    private static RedisAdapter adapter;
    private static LosingCluster losing;
    private static RedisAdapter withoutFirstAnswers;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
        client = redis.client();
        adapter = RedisAdapter.builder(client).keyPrefix("{cardea}:").build();
        losing = LosingCluster.of(redis.addresses());
        withoutFirstAnswers = new RedisAdapter.Builder(new JedisCommands(losing), true)
                .keyPrefix("{cardea}:")
                .build();
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
