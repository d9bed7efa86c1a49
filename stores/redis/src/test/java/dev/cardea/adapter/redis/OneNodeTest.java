package dev.cardea.adapter.redis;

import dev.cardea.model.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.RedisClient;

/** A server for each test: it starts in a few milliseconds, and nothing is shared by classes that run concurrently. */
@Tag("part")
@Tag("store")
abstract class OneNodeTest {
    final RedisServer redis = RedisServer.start();
    final RedisClient client = redis.client();

    @AfterEach
    void close() {
        client.close();
        redis.close();
    }

    void empty() {
        client.flushAll();
    }

    static String id(User user) {
        return String.valueOf(user.id());
    }
}
