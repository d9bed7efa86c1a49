package dev.cardea.adapter.redis;

import dev.cardea.adapter.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Runs scripts that change something if a condition holds.
 *
 * <p>A client that repeats what was not answered would find the condition made false by its own first try. There each
 * run leaves its name in the same slot for a minute, and a repetition that finds it has won already.
 */
final class DecisionScripts {
    private static final Long DONE = 1L;

    /** A script that returns 1 where it changed something. */
    record Script(String text, String onlyOnce) {
        static Script of(String text) {
            return new Script(text, """
                    local function decide()
                    %s
                    end
                    local name = KEYS[#KEYS]
                    if redis.call('EXISTS', name) == 1 then return 1 end
                    local result = decide()
                    if result == 1 then redis.call('SET', name, '1', 'PX', 60000) end
                    return result""".formatted(text));
        }
    }

    private final UnifiedJedis jedis;
    private final boolean repeats;
    private final @Nullable Replicas replicas;

    /**
     * @param repeats whether the client sends again what was not answered
     * @param replicas that must confirm a change; {@code null} if the primary alone is enough
     */
    DecisionScripts(UnifiedJedis jedis, boolean repeats, @Nullable Replicas replicas) {
        this.jedis = jedis;
        this.repeats = repeats;
        this.replicas = replicas;
    }

    /** Whether a plain command would do. */
    boolean arePlain() {
        return !repeats && replicas == null;
    }

    boolean make(Script script, List<String> keys, List<String> arguments) {
        var name = repeats ? name(keys.get(0)) : null;
        if (name == null) return run(script.text, keys, arguments);
        var all = new ArrayList<>(keys);
        all.add(name);
        return run(script.onlyOnce, all, arguments);
    }

    private boolean run(String script, List<String> keys, List<String> arguments) {
        if (replicas == null) return DONE.equals(jedis.eval(script, keys, arguments));
        try {
            return runOnReplicas(script, keys, arguments, replicas);
        } catch (JedisRedirectionException moved) {
            // Nothing was done. A plain command follows, and the client knows the new place from then on.
            var ignored = jedis.get(keys.get(0));
            return runOnReplicas(script, keys, arguments, replicas);
        }
    }

    /** WAIT is about what its own connection wrote, so both go over one. */
    private boolean runOnReplicas(String script, List<String> keys, List<String> arguments, Replicas wanted) {
        try (var pipeline = jedis.pipelined()) {
            var result = pipeline.eval(script, keys, arguments);
            var confirmed = pipeline.waitReplicas(
                    keys.get(0), wanted.count(), wanted.timeout().toMillis());
            pipeline.sync();
            if (!DONE.equals(result.get())) return false;
            if (confirmed.get() >= wanted.count()) return true;
            throw new StoreUnavailableException(
                    confirmed.get() + " of " + wanted.count()
                            + " replicas of Redis confirmed a change within "
                            + wanted.timeout().toMillis()
                            + " ms; see awaitReplicas",
                    null);
        }
    }

    /** A key in the slot of the first one; {@code null} where its name allows none. */
    static @Nullable String name(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        var tag = close > open + 1 ? key.substring(open + 1, close) : key;
        return tag.indexOf('}') < 0 ? "{" + tag + "}:cardea:done:" + UUID.randomUUID() : null;
    }
}
