package dev.cardea.adapter.redis;

import dev.cardea.adapter.DriverFailures;
import dev.cardea.adapter.StoreUnavailableException;
import java.util.Set;
import java.util.function.Supplier;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The client's exceptions, as far as the library tells them apart. */
final class Failures {
    /** What Redis answers while it cannot do its part, by the first word of the error. */
    private static final Set<String> CANNOT_NOW = Set.of(
            "READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "MISCONF", "OOM", "NOREPLICAS", "BUSY");

    private static final DriverFailures<JedisException> REDIS =
            new DriverFailures<>("Redis", JedisException.class, Failures::isUnavailable);

    private Failures() {}

    /** Runs commands. Throws {@link StoreUnavailableException} where Redis does not answer, or cannot take a change. */
    static <T> T translate(Supplier<T> commands) {
        return REDIS.translate(commands);
    }

    static boolean isReadOnly(JedisException e) {
        return e instanceof JedisDataException && word(e).equals("READONLY");
    }

    private static boolean isUnavailable(JedisException e) {
        if (e instanceof JedisDataException) return CANNOT_NOW.contains(word(e));
        // A pool without a free connection throws the base type itself.
        return e instanceof JedisConnectionException
                || e instanceof JedisClusterOperationException
                || e.getClass() == JedisException.class;
    }

    /** A script's error begins with the word too, or has it behind {@code ERR Error running script … : -}. */
    private static String word(JedisException e) {
        var message = String.valueOf(e.getMessage());
        int inScript = message.indexOf(": -");
        var text = inScript >= 0 && message.startsWith("ERR") ? message.substring(inScript + 3) : message;
        text = text.startsWith("-") ? text.substring(1) : text;
        int end = text.indexOf(' ');
        return end < 0 ? text : text.substring(0, end);
    }
}
