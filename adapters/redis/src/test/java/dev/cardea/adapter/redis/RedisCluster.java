package dev.cardea.adapter.redis;

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
                        String.valueOf(RedisServer.freePort())));
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
            for (int i = 0; i < 800; i++) {
                String info = node.clusterInfo();
                if (info.contains("cluster_state:ok")
                        && info.contains("cluster_known_nodes:" + NODES)
                        && info.contains("cluster_slots_ok:" + SLOTS)) return;
                RedisServer.sleep();
            }
            throw new IllegalStateException(node.clusterInfo());
        }
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
