package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.testkit.RateLimiterContract;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Take;
import dev.cardea.testing.FreePorts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

@Tag("part")
@Tag("store")
class OneNodeLimitsTest extends OneNodeTest implements RateLimiterContract {
    private static final Limit LIMIT = new Limit(3, Duration.ofMinutes(1));

    private final RedisClient second = redis.client();

    @Override
    public RateLimiter limiter() {
        return RedisRateLimiter.of(client);
    }

    @Override
    public RateLimiter another() {
        return RedisRateLimiter.of(second);
    }

    @AfterEach
    void closeSecond() {
        second.close();
    }

    @Test
    void a_key_ends_when_its_burst_is_whole() {
        limiter().take("a", LIMIT);
        limiter().take("a", LIMIT);

        assertThat(client.keys("*")).containsExactly("cardea:limit:a");
        assertThat(client.pttl("cardea:limit:a")).isBetween(60_001L, 120_000L);
        limiter().refund("a", LIMIT);
        assertThat(client.pttl("cardea:limit:a")).isBetween(1L, 60_000L);
        limiter().refund("a", LIMIT);
        assertThat(client.keys("*")).isEmpty();
    }

    @Test
    void a_prefix_stands_before_every_key() {
        RedisRateLimiter.of(client, "app:").take("a", LIMIT);

        assertThat(client.keys("*")).containsExactly("app:cardea:limit:a");
    }

    @Test
    void a_value_that_another_program_wrote_under_a_key_counts_as_absent() {
        client.set("cardea:limit:a", "something else");
        assertThat(limiter().take("a", LIMIT)).isEmpty();
        client.set("cardea:limit:b", "9007199254740991");
        assertThat(limiter().take("b", LIMIT)).contains(LIMIT.each());
        assertThat(client.pttl("cardea:limit:b")).isBetween(1L, LIMIT.whole().toMillis());
    }

    @Test
    void all_budgets_of_a_request_are_one_command() {
        long before = commands();
        limiter().takeAll(List.of(new Take("a", LIMIT), new Take("b", LIMIT)));

        assertThat(commands() - before).isEqualTo(1);
    }

    @Test
    void a_Redis_that_is_gone_is_an_exception() {
        try (var closed = RedisClient.create("127.0.0.1", FreePorts.one())) {
            var limiter = RedisRateLimiter.of(closed);
            assertThatThrownBy(() -> limiter.take("a", LIMIT)).isInstanceOf(JedisException.class);
            assertThatThrownBy(() -> limiter.refund("a", LIMIT)).isInstanceOf(JedisException.class);
        }
    }

    private long commands() {
        try (var jedis = new Jedis(redis.address())) {
            return jedis.info("commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_eval:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("cmdstat_eval:calls=(\\d+),.*", "$1")))
                    .sum();
        }
    }
}
