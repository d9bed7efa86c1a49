package dev.cardea.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClusterClient;

/** Three nodes that share the slots among them. */
final class RedisCluster implements AutoCloseable {
    private static final int NODES = 3;
    private static final int SLOTS = 16_384;

    private final List<RedisServer> nodes = new ArrayList<>();

    static RedisCluster start() {
        var cluster = new RedisCluster();
        try {
            for (int i = 0; i < NODES; i++) {
                cluster.nodes.add(RedisServer.start(
                        "--cluster-enabled",
                        "yes",
                        "--cluster-config-file",
                        "nodes.conf",
                        "--cluster-port",
                        String.valueOf(FreePorts.one())));
            }
            cluster.join();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    RedisClusterClient client() {
        return RedisClusterClient.create(addresses());
    }

    Set<HostAndPort> addresses() {
        return new HashSet<>(nodes.stream().map(RedisServer::address).toList());
    }

    RedisServer node(int i) {
        return nodes.get(i);
    }

    private void join() {
        for (int i = 0; i < NODES; i++) {
            int first = i * SLOTS / NODES;
            int last = (i + 1) * SLOTS / NODES - 1;
            try (var node = new Jedis(nodes.get(i).address())) {
                node.clusterAddSlotsRange(first, last);
                for (var other : nodes) if (other != nodes.get(i)) meet(node, other);
            }
        }
        for (var node : nodes) await(node);
    }

    private static void meet(Jedis node, RedisServer other) {
        var address = other.address();
        node.sendCommand(
                Command.CLUSTER, "MEET", address.getHost(), String.valueOf(address.getPort()), other.busPort());
    }

    private static void await(RedisServer server) {
        try (var node = new Jedis(server.address())) {
            Eventually.passes(() -> assertThat(node.clusterInfo())
                    .contains("cluster_state:ok", "cluster_known_nodes:" + NODES, "cluster_slots_ok:" + SLOTS));
        }
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
