package dev.cardea.adapter.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/** The commands by Jedis, for one node and for a cluster. The scripts use nothing that is younger than Redis 5. */
final class JedisCommands implements Commands {
    private static final Long DONE = 1L;

    private static final String REPLACE = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            if ARGV[3] == '0' then redis.call('SET', KEYS[1], ARGV[2])
            else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
            return 1""";

    private static final String REMOVE = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            return redis.call('DEL', KEYS[1])""";

    /** A sorted set by end; the set ends with the last of its entries. */
    private static final String ENLIST = """
            redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
            redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])
            local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
            if last and last ~= 'inf' then
              redis.call('PEXPIRE', KEYS[1], string.format('%.0f', tonumber(last) - tonumber(ARGV[3]) + 1))
            end
            return 1""";

    private final UnifiedJedis jedis;

    JedisCommands(UnifiedJedis jedis) {
        this.jedis = jedis;
    }

    @Override
    public @Nullable String get(String key) {
        return jedis.get(key);
    }

    @Override
    public List<@Nullable String> all(List<String> keys) {
        return keys.isEmpty() ? List.of() : jedis.mget(keys.toArray(String[]::new));
    }

    @Override
    public void put(String key, String value, long keepMillis) {
        jedis.set(key, value, keep(keepMillis));
    }

    @Override
    public boolean putNew(String key, String value, long keepMillis) {
        return jedis.set(key, value, keep(keepMillis).nx()) != null;
    }

    @Override
    public boolean replace(String key, String expected, String value, long keepMillis) {
        return DONE.equals(jedis.eval(REPLACE, List.of(key), List.of(expected, value, String.valueOf(keepMillis))));
    }

    @Override
    public boolean remove(String key, String expected) {
        return DONE.equals(jedis.eval(REMOVE, List.of(key), List.of(expected)));
    }

    @Override
    public void enlist(String key, String entry, long until, long now) {
        String end = until == Long.MAX_VALUE ? "+inf" : String.valueOf(until);
        jedis.eval(ENLIST, List.of(key), List.of(end, entry, String.valueOf(now)));
    }

    @Override
    public List<String> listed(String key) {
        return jedis.zrange(key, 0, -1);
    }

    @Override
    public void delist(String key, String entry) {
        jedis.zrem(key, entry);
    }

    private static SetParams keep(long millis) {
        var params = new SetParams();
        return millis == FOR_EVER ? params : params.px(millis);
    }
}
