package dev.cardea.adapter.redis;

import dev.cardea.adapter.redis.DecisionScripts.Script;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;

/** The commands by Jedis, for one node and for a cluster. The scripts use nothing that is younger than Redis 5. */
final class JedisCommands implements Commands {
    private static final String PUT = """
            local function put(key, value, keep)
              if keep == '0' then redis.call('SET', key, value) else redis.call('SET', key, value, 'PX', keep) end
            end
            """;

    /** A sorted set by end; the set ends with the last of its entries. */
    private static final String LIST = """
            local function enlist(key, entry, till, now)
              redis.call('ZADD', key, till, entry)
              redis.call('ZREMRANGEBYSCORE', key, '-inf', '(' .. now)
              local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
              if last and last ~= 'inf' then
                redis.call('PEXPIRE', key, string.format('%.0f', tonumber(last) - tonumber(now) + 1))
              end
            end
            """;

    /** The second key is not known before, which a cluster allows if both are in one slot. */
    private static final String JOINED = """
            local text = redis.call('GET', KEYS[1])
            if not text then return {} end
            local isRow, row = pcall(cjson.decode, text)
            local name = isRow and type(row) == 'table' and row[ARGV[1]]
            if type(name) ~= 'string' then return { text } end
            return { text, redis.call('GET', ARGV[2] .. name) }""";

    private static final Script PUT_NEW = Script.of(PUT + """
            if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
            put(KEYS[1], ARGV[1], ARGV[2])
            return 1""");

    private static final Script REPLACE = Script.of(PUT + """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            put(KEYS[1], ARGV[2], ARGV[3])
            return 1""");

    private static final Script REMOVE = Script.of("""
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            return redis.call('DEL', KEYS[1])""");

    private static final String ENLIST = LIST + "enlist(KEYS[1], ARGV[1], ARGV[2], ARGV[3])";

    /** All conditions first. Each key has four arguments: the kind of change, text, number, now. */
    private static final Script TOGETHER = Script.of(PUT + LIST + """
            local lists = {}
            local function listed(key)
              if not lists[key] then
                local entries = redis.call('ZRANGE', key, 0, -1)
                lists[key] = { count = #entries, has = {} }
                for _, entry in ipairs(entries) do lists[key].has[entry] = true end
              end
              return lists[key]
            end
            for i, key in ipairs(KEYS) do
              local kind = ARGV[i * 4 - 3]
              if kind == 'IS' and redis.call('GET', key) ~= ARGV[i * 4 - 2] then return 0 end
              if kind == 'IS_FREE' and redis.call('EXISTS', key) == 1 then return 0 end
              if kind == 'COUNTS' and listed(key).count ~= tonumber(ARGV[i * 4 - 1]) then return 0 end
              if kind == 'LISTS' and not listed(key).has[ARGV[i * 4 - 2]] then return 0 end
            end
            for i, key in ipairs(KEYS) do
              local kind, text, number, now = ARGV[i * 4 - 3], ARGV[i * 4 - 2], ARGV[i * 4 - 1], ARGV[i * 4]
              if kind == 'PUT' then put(key, text, number)
              elseif kind == 'REMOVE' then redis.call('DEL', key)
              elseif kind == 'ENLIST' then enlist(key, text, number, now)
              elseif kind == 'DELIST' then redis.call('ZREM', key, text) end
            end
            return 1""");

    private final UnifiedJedis jedis;
    private final DecisionScripts decisions;

    JedisCommands(UnifiedJedis jedis) {
        this(jedis, null);
    }

    /** @param replicas that must confirm a change; {@code null} if the primary alone is enough */
    JedisCommands(UnifiedJedis jedis, @Nullable Replicas replicas) {
        this.jedis = jedis;
        decisions = new DecisionScripts(jedis, repeats(jedis), replicas);
    }

    /** A client of one node leaves it to its caller; of any other it must be assumed that it tries again by itself. */
    private static boolean repeats(UnifiedJedis jedis) {
        return !(jedis instanceof RedisClient || jedis instanceof RedisSentinelClient);
    }

    @Override
    public @Nullable String get(String key) {
        return call(() -> jedis.get(key));
    }

    @Override
    public List<@Nullable String> all(List<String> keys) {
        return keys.isEmpty() ? List.of() : call(() -> jedis.mget(keys.toArray(String[]::new)));
    }

    @Override
    public List<@Nullable String> joined(String key, String field, String prefix) {
        var found = (List<?>) call(() -> jedis.eval(JOINED, List.of(key), List.of(field, prefix)));
        return Arrays.asList(text(found, 0), text(found, 1));
    }

    private static @Nullable String text(List<?> found, int i) {
        return i < found.size() ? (String) found.get(i) : null;
    }

    @Override
    public void put(String key, String value, long keepMillis) {
        run(() -> jedis.set(key, value, keep(keepMillis)));
    }

    @Override
    public boolean putNew(String key, String value, long keepMillis) {
        return call(() -> decisions.arePlain()
                ? jedis.set(key, value, keep(keepMillis).nx()) != null
                : decisions.make(PUT_NEW, List.of(key), List.of(value, String.valueOf(keepMillis))));
    }

    @Override
    public boolean replace(String key, String expected, String value, long keepMillis) {
        return call(() -> decisions.make(REPLACE, List.of(key), List.of(expected, value, String.valueOf(keepMillis))));
    }

    @Override
    public boolean remove(String key, String expected) {
        return call(() -> decisions.make(REMOVE, List.of(key), List.of(expected)));
    }

    @Override
    public void enlist(String key, String entry, long until, long now) {
        run(() -> jedis.eval(ENLIST, List.of(key), List.of(entry, score(until), String.valueOf(now))));
    }

    @Override
    public List<String> listed(String key) {
        return call(() -> jedis.zrange(key, 0, -1));
    }

    @Override
    public void delist(String key, String entry) {
        run(() -> jedis.zrem(key, entry));
    }

    @Override
    public boolean together(List<Change> changes) {
        var keys = new ArrayList<String>();
        var arguments = new ArrayList<String>();
        for (var change : changes) {
            keys.add(change.key());
            arguments.add(change.kind().name());
            arguments.add(change.text());
            arguments.add(score(change.number()));
            arguments.add(String.valueOf(change.now()));
        }
        return keys.isEmpty() || call(() -> decisions.make(TOGETHER, keys, arguments));
    }

    private void run(Runnable commands) {
        call(() -> {
            commands.run();
            return true;
        });
    }

    /** A connection to a server that has become a replica would be lent again and again, so all that are idle go. */
    private <T> T call(Supplier<T> commands) {
        return Failures.translate(() -> {
            try {
                return commands.get();
            } catch (JedisDataException e) {
                if (Failures.isReadOnly(e) && jedis instanceof RedisClient client)
                    client.getPool().clear();
                throw e;
            }
        });
    }

    private static String score(long until) {
        return until == Long.MAX_VALUE ? "+inf" : String.valueOf(until);
    }

    private static SetParams keep(long millis) {
        var params = new SetParams();
        return millis == FOR_EVER ? params : params.px(millis);
    }
}
