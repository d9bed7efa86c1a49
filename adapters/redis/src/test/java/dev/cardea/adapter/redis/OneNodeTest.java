package dev.cardea.adapter.redis;

import dev.cardea.model.User;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.RedisClient;

/** A server for the tests of a class, empty before each. */
@Tag("store")
abstract class OneNodeTest {
    static RedisServer redis;
    static RedisClient client;

    @BeforeAll
    static void open() {
        redis = RedisServer.start();
        client = redis.client();
    }

    @AfterAll
    static void close() {
        if (client != null) client.close();
        if (redis != null) redis.close();
    }

    @BeforeEach
    void empty() {
        client.flushAll();
    }

    static String id(User user) {
        return String.valueOf(user.id());
    }
}
