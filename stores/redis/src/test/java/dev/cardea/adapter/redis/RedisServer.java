package dev.cardea.adapter.redis;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** A new Redis on a free port, which keeps nothing on disk. */
final class RedisServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int TRIES = 5;

    private final int port;
    private final Path folder;
    private final List<String> options;
    private Process process;

    private RedisServer(int port, Path folder, List<String> options) {
        this.port = port;
        this.folder = folder;
        this.options = options;
    }

    /** Starts one, or skips the test where the machine has none. */
    static RedisServer start(String... options) {
        Require.program("redis-server");
        for (int i = 1; ; i++) {
            var server = new RedisServer(FreePorts.one(), temporaryFolder(), List.of(options));
            try {
                server.open();
                return server;
            } catch (IllegalStateException portTaken) {
                server.close();
                if (i == TRIES) throw portTaken;
            }
        }
    }

    /** Starts it, again on the same port and with nothing in it. */
    void open() {
        var command = new ArrayList<>(List.of("redis-server", "--bind", LOOPBACK, "--port", String.valueOf(port)));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString()));
        command.addAll(options);
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            awaitAnswer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HostAndPort address() {
        return new HostAndPort(LOOPBACK, port);
    }

    /** Where the nodes of a cluster talk to each other. */
    String busPort() {
        return options.get(options.indexOf("--cluster-port") + 1);
    }

    RedisClient client() {
        return RedisClient.create(LOOPBACK, port);
    }

    /** Stops the process: its connections stay open, and it answers nothing. */
    void freeze() {
        signal("STOP");
    }

    /** Lets a frozen process go on. */
    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            // A shell has it built in; not every machine has it as a program.
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process as a power cut would. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() throws IOException {
        Eventually.isTrue("Redis answers or has ended", () -> !process.isAlive() || answers());
        if (!process.isAlive()) throw new IllegalStateException(Files.readString(folder.resolve("log")));
    }

    private boolean answers() {
        try (var jedis = new Jedis(address())) {
            return jedis.ping().equals("PONG");
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("cardea-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
