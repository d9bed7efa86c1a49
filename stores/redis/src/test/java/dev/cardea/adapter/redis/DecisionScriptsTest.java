package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Names that a run leaves behind, and waiting on a cluster. */
@Tag("part")
@Tag("store")
class DecisionScriptsTest {
    private static RedisCluster redis;
    private static RedisClusterClient client;

    @BeforeAll
    static void open() {
        redis = RedisCluster.start();
        client = redis.client();
    }

    @AfterAll
    static void close() {
        if (client != null) client.close();
        if (redis != null) redis.close();
    }

    @Test
    void a_name_lies_in_the_slot_of_its_key() {
        for (var key :
                List.of("user:1", "{cardea}:user:1", "a{b}c{d}", "a{b", "{{x}}", "user:token:a{}b", "ключ", "a{")) {
            var name = DecisionScripts.name(key);
            if (name != null) {
                assertThat(JedisClusterCRC16.getSlot(name)).as(key).isEqualTo(JedisClusterCRC16.getSlot(key));
            }
        }
    }

    @Test
    void a_key_whose_name_allows_none_has_none() {
        assertThat(DecisionScripts.name("a{}b")).isNull();
        assertThat(DecisionScripts.name("a}b")).isNull();
        assertThat(Objects.requireNonNull(DecisionScripts.name("{cardea}:user:1")))
                .startsWith("{cardea}:cardea:done:");
    }

    /** Each node is asked on the connection that wrote. */
    @Test
    void a_wait_for_replicas_goes_to_the_node_of_the_key() {
        var commands = new JedisCommands(client, new Replicas(1, Duration.ofMillis(20)));
        for (int i = 0; i < 20; i++) {
            String key = "key:" + i;
            assertThatThrownBy(() -> commands.putNew(key, "1", 60_000)).hasMessageContaining("0 of 1 replicas");
            assertThat(commands.get(key)).isEqualTo("1");
            assertThat(commands.remove(key, "2")).isFalse();
        }
    }
}
