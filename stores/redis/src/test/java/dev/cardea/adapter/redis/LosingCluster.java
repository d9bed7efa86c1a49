package dev.cardea.adapter.redis;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.executors.ClusterCommandExecutor;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/** A client of a cluster whose connection ends after each change, before the answer; then Jedis sends it again. */
final class LosingCluster extends UnifiedJedis {
    private static final Set<Object> READS = Set.of(Command.GET, Command.MGET, Command.ZRANGE);

    private static final class LosingExecutor extends ClusterCommandExecutor {
        private final Set<Object> lost =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

        LosingExecutor(ClusterConnectionProvider provider) {
            super(provider, 5, Duration.ofSeconds(10));
        }

        @Override
        protected <T> T execute(Connection connection, CommandObject<T> command) {
            var answer = super.execute(connection, command);
            if (!READS.contains(command.getArguments().getCommand()) && lost.add(command)) {
                throw new JedisConnectionException("the answer was lost");
            }
            return answer;
        }
    }

    private LosingCluster(ClusterConnectionProvider provider) {
        super(new LosingExecutor(provider), provider, RedisProtocol.RESP2, null);
    }

    static LosingCluster of(Set<HostAndPort> nodes) {
        return new LosingCluster(new ClusterConnectionProvider(
                nodes, DefaultJedisClientConfig.builder().build()));
    }

    /** How many answers were lost. */
    int lost() {
        return ((LosingExecutor) executor).lost.size();
    }
}
