package dev.cardea.adapter.redis;

import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.Rejection;
import dev.cardea.limit.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/**
 * Counts attempts in Redis or Valkey, so that all processes with the same Redis share their limits.
 *
 * <pre>{@code
 * RateLimits.DEFAULT.countedBy(RedisRateLimiter.of(RedisClient.create("redis://127.0.0.1:6379")))
 * }</pre>
 *
 * <p>Uses the generic cell rate algorithm and the clock of Redis, in one script and one round trip for all budgets of a
 * request. Keys begin with {@code cardea:limit:} and expire when their budget is full again. On a cluster whose keys
 * lie in different slots the budgets go out in one pipeline; what a rejected request took there is given back. The
 * client belongs to the application, which also closes it. Safe for concurrent use. Methods throw the
 * {@link redis.clients.jedis.exceptions.JedisException}s of the client.
 */
public final class RedisRateLimiter implements RateLimiter {
    private static final String NOW = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            """;

    /** Answers the number of the key with the longest wait and that wait in milliseconds; 0: all were taken. */
    private static final String TAKE = NOW + """
            local from, rejected, wait = {}, 0, 0
            for i, key in ipairs(KEYS) do
              local each, burst = tonumber(ARGV[i * 2 - 1]), tonumber(ARGV[i * 2])
              local at = tonumber(redis.call('GET', key) or now) or now
              from[i] = math.max(at, now)
              if at > now + burst then
                -- From another limit, or from a clock that was set back.
                from[i] = now + burst
                redis.call('SET', key, string.format('%.0f', now + burst), 'PX', burst)
              end
              local due = from[i] + each - now - burst
              if due > wait then rejected, wait = i, due end
            end
            if rejected > 0 then return {rejected, wait} end
            for i, key in ipairs(KEYS) do
              local at = from[i] + tonumber(ARGV[i * 2 - 1])
              redis.call('SET', key, string.format('%.0f', at), 'PX', string.format('%.0f', at - now))
            end
            return {0, 0}""";

    private static final String GIVE_BACK = NOW + """
            local at = (tonumber(redis.call('GET', KEYS[1]) or 0) or 0) - tonumber(ARGV[1])
            if at <= now then return redis.call('DEL', KEYS[1]) end
            redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', string.format('%.0f', at - now))
            return 1""";

    private final UnifiedJedis client;
    private final Keys keys;
    private final boolean inOneSlot;

    private RedisRateLimiter(UnifiedJedis client, String keyPrefix) {
        this.client = client;
        keys = new Keys(keyPrefix);
        boolean isCluster = client instanceof RedisClusterClient || client instanceof JedisCluster;
        inOneSlot = !isCluster || keys.areInOneSlot();
    }

    /** Creates a limiter without a key prefix. */
    public static RedisRateLimiter of(UnifiedJedis client) {
        return new RedisRateLimiter(client, "");
    }

    /** Creates a limiter with a prefix for every key, like {@link RedisAdapter.Builder#keyPrefix}. */
    public static RedisRateLimiter of(UnifiedJedis client, String keyPrefix) {
        return new RedisRateLimiter(client, keyPrefix);
    }

    @Override
    public Optional<Duration> take(String key, Limit limit) {
        return takeAll(List.of(new Take(key, limit))).map(Rejection::retryAfter);
    }

    @Override
    public Optional<Rejection> takeAll(List<Take> takes) {
        if (takes.isEmpty()) return Optional.empty();
        return inOneSlot || takes.size() == 1 ? together(takes) : oneByOne(takes);
    }

    private Optional<Rejection> together(List<Take> takes) {
        return rejection(client.eval(TAKE, names(takes), arguments(takes)), takes);
    }

    /** A script reaches keys of one slot only. */
    private Optional<Rejection> oneByOne(List<Take> takes) {
        var answers = new ArrayList<Response<Object>>();
        try (var pipeline = client.pipelined()) {
            for (var take : takes) answers.add(pipeline.eval(TAKE, names(List.of(take)), arguments(List.of(take))));
        }
        var taken = new ArrayList<Take>();
        Rejection longest = null;
        RuntimeException failure = null;
        for (int i = 0; i < takes.size(); i++) {
            try {
                var rejection = rejection(answers.get(i).get(), takes.subList(i, i + 1));
                if (rejection.isEmpty()) taken.add(takes.get(i));
                else if (longest == null || rejection.get().retryAfter().compareTo(longest.retryAfter()) > 0)
                    longest = rejection.get();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (longest == null && failure == null) return Optional.empty();
        for (var take : taken) refund(take.key(), take.limit());
        if (failure != null) throw failure;
        return Optional.ofNullable(longest);
    }

    @Override
    public void refund(String key, Limit limit) {
        client.eval(
                GIVE_BACK,
                List.of(keys.limit(key)),
                List.of(String.valueOf(limit.each().toMillis())));
    }

    private List<String> names(List<Take> takes) {
        return takes.stream().map(take -> keys.limit(take.key())).toList();
    }

    private static List<String> arguments(List<Take> takes) {
        var arguments = new ArrayList<String>();
        for (var take : takes) {
            arguments.add(String.valueOf(take.limit().each().toMillis()));
            arguments.add(String.valueOf(take.limit().whole().toMillis()));
        }
        return arguments;
    }

    private static Optional<Rejection> rejection(Object answer, List<Take> takes) {
        if (!(answer instanceof List<?> pair)
                || pair.size() != 2
                || !(pair.get(0) instanceof Long rejected)
                || !(pair.get(1) instanceof Long wait)) {
            throw new IllegalStateException("Redis returned an unexpected result for the rate limiter's script");
        }
        if (rejected == 0) return Optional.empty();
        return Optional.of(new Rejection(takes.get(Math.toIntExact(rejected) - 1), Duration.ofMillis(wait)));
    }

    @Override
    public String toString() {
        return "RedisRateLimiter";
    }
}
