package dev.cardea.it.kills;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import redis.clients.jedis.Jedis;

/** Redis that writes each command to disk before it answers. */
final class RedisStore extends Store {
    private final int port = FreePorts.one();
    private Process process;

    RedisStore() {
        super("redis");
        Require.program("redis-server");
        restart();
    }

    @Override
    String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    void restart() {
        process = Processes.start(
                folder.resolve("log"),
                List.of(
                        "redis-server",
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        String.valueOf(port),
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always",
                        "--dir",
                        folder.toString()));
        Processes.awaitStart("Redis", folder.resolve("log"), () -> {
            try (var jedis = new Jedis("127.0.0.1", port)) {
                return jedis.ping().equals("PONG");
            }
        });
    }

    @Override
    List<String> faults() {
        var faults = new ArrayList<String>();
        var byAddress = new HashMap<String, String>();
        try (var jedis = new Jedis("127.0.0.1", port)) {
            for (var key : jedis.keys("user:????????-*")) {
                String email = row(jedis, key).text("email");
                if (byAddress.put(email, key) != null) faults.add("an address of two users: " + email);
                if (email.startsWith("s-") && row(jedis, key).value("emailVerified") == null) {
                    faults.add("a user who signed up without proof of the address: " + email);
                }
                if (!key.equals("user:" + jedis.get("user:email:" + email))) {
                    faults.add("a user whom its address does not lead to: " + email);
                }
            }
            for (var kind : List.of("user:account:op:*", "user:session:????????-*")) {
                for (var key : jedis.keys(kind)) {
                    if (!jedis.exists("user:" + row(jedis, key).text("userId"))) {
                        faults.add("a row of a user that is not there: " + key.substring(0, 14));
                    }
                }
            }
            for (var key : jedis.keys("cardea:record:password:*")) {
                if (!jedis.exists("user:" + key.substring(key.lastIndexOf(':') + 1))) {
                    faults.add("a password of a user that is not there: " + key);
                }
            }
        }
        return faults;
    }

    private static Claims row(Jedis jedis, String key) {
        return Json.parseObject(String.valueOf(jedis.get(key)), Json.TRUSTED_DEPTH);
    }
}
