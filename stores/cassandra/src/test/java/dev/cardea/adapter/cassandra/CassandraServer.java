package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One Cassandra for all tests of this run, in a separate process: its engine needs a JDK 17 and a class path that is
 * not the tests'. It keeps its files below {@code target} and goes with the tests.
 */
final class CassandraServer {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Path CLASS_PATH = Path.of("engine", "target", "classpath");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int TRIES = 3;

    /** What it opens up in the JDK, as its own scripts do. */
    private static final List<String> EXPORTS = List.of(
            "java.base/jdk.internal.misc",
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.rmi/sun.rmi.transport.tcp",
            "java.sql/java.sql",
            "jdk.unsupported/sun.misc");

    private static final List<String> OPENS = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.module",
            "java.base/java.lang.reflect",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.util",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "jdk.management/com.sun.management.internal");

    private static CassandraServer running;

    private final int port = FreePorts.one();
    private final Path folder;
    private final Process process;
    private final CqlSession session;

    private CassandraServer(Path jdk) throws IOException, InterruptedException {
        folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target")).toAbsolutePath(), "cassandra");
        Files.writeString(folder.resolve("cassandra.yaml"), yaml());
        Files.writeString(folder.resolve("logback.xml"), """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%level %logger{0} %msg%n</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="out"/></root>
                </configuration>
                """);
        process = new ProcessBuilder(command(jdk))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
        awaitPort();
        session = connect("");
        session.execute(
                "create keyspace cardea with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    /** The one that runs; starts it, or skips the test where the machine cannot. */
    static synchronized CassandraServer start() {
        if (running != null) return running;
        Require.part("cassandra", () -> Files.exists(CLASS_PATH) && jdk17().isPresent());
        for (int i = 1; running == null; i++) {
            try {
                running = new CassandraServer(jdk17().orElseThrow());
            } catch (IllegalStateException portTaken) {
                if (i == TRIES) throw portTaken;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        return running;
    }

    /** In no keyspace. */
    CqlSession session() {
        return session;
    }

    /** Opens a session that the caller closes. */
    CqlSession connect(String keyspace) {
        var builder = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(LOOPBACK, port))
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(30))
                        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(30))
                        // Or the driver looks at all tables again after each that is made, a second later.
                        .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                        .withDuration(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, Duration.ofMillis(500))
                        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                        .build());
        return keyspace.isEmpty()
                ? builder.build()
                : builder.withKeyspace(keyspace).build();
    }

    /** As an application connects: the driver waits two seconds for an answer. */
    CqlSession connectAsApplicationsDo(String keyspace) {
        return CqlSession.builder()
                .addContactPoint(new InetSocketAddress(LOOPBACK, port))
                .withLocalDatacenter("datacenter1")
                .withKeyspace(keyspace)
                .build();
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

    /** The first that is given or known: by the property or variable, the one that runs this, those of the machine. */
    private static Optional<Path> jdk17() throws IOException {
        var homes = new ArrayList<String>();
        for (var home : new String[] {
            System.getProperty("cardea.jdk17"),
            System.getenv("JAVA17_HOME"),
            System.getProperty("java.home"),
            System.getenv("JAVA_HOME")
        }) {
            if (home != null) homes.add(home);
        }
        var machine = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(machine)) {
            try (var all = Files.list(machine)) {
                all.map(Path::toString).sorted().forEach(homes::add);
            }
        }
        return homes.stream().map(Path::of).filter(CassandraServer::isJdk17).findFirst();
    }

    private static boolean isJdk17(Path home) {
        try {
            return Files.isExecutable(home.resolve("bin").resolve("java"))
                    && Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"17");
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> command(Path jdk) throws IOException {
        var command = new ArrayList<>(List.of(
                jdk.resolve("bin").resolve("java").toString(),
                "-Xmx512m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.security.manager=allow",
                "-Djava.io.tmpdir=" + folder,
                "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                "-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri(),
                "-Dcassandra.storagedir=" + folder,
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=0",
                "-Dcassandra.initial_token=0"));
        EXPORTS.forEach(it -> command.addAll(List.of("--add-exports", it + "=ALL-UNNAMED")));
        OPENS.forEach(it -> command.addAll(List.of("--add-opens", it + "=ALL-UNNAMED")));
        command.addAll(List.of("-cp", Files.readString(CLASS_PATH).strip()));
        command.add("org.apache.cassandra.service.CassandraDaemon");
        return command;
    }

    /** Small, alone, and quick to answer: what it promises is written to disk every ten seconds. */
    private String yaml() {
        return """
                cluster_name: cardea
                num_tokens: 1
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                endpoint_snitch: SimpleSnitch
                listen_address: LOOPBACK
                rpc_address: LOOPBACK
                native_transport_port: PORT
                storage_port: STORAGE
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters:
                      - seeds: "LOOPBACK:STORAGE"
                data_file_directories: [ data ]
                commitlog_directory: commitlog
                commitlog_sync: periodic
                commitlog_sync_period: 10s
                commitlog_segment_size: 4MiB
                saved_caches_directory: saved_caches
                hints_directory: hints
                cdc_raw_directory: cdc
                memtable_heap_space: 32MiB
                memtable_offheap_space: 32MiB
                auto_snapshot: false
                """.replace("LOOPBACK", LOOPBACK)
                .replace("PORT", String.valueOf(port))
                .replace("STORAGE", String.valueOf(FreePorts.one()));
    }

    private void awaitPort() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && !process.waitFor(100, TimeUnit.MILLISECONDS)) {
            try (var socket = new Socket(LOOPBACK, port)) {
                if (socket.isConnected()) return;
            } catch (IOException notYet) {
                // It is asked again until it has ended.
            }
        }
        var log = Files.readString(folder.resolve("log"));
        kill();
        throw new IllegalStateException(log);
    }

    private void kill() {
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(folder)) {
            if (process.waitFor(30, TimeUnit.SECONDS)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(it -> it.toFile().delete());
            }
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
