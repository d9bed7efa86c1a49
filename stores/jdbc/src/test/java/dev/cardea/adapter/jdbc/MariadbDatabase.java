package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on a server that all tests share; it ends with the process. The clock of the server is not UTC. */
final class MariadbDatabase extends Database {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final String LOOPBACK = "127.0.0.1";

    private static volatile int port;

    private final String name;

    private MariadbDatabase(String name) {
        super(Dialect.MYSQL);
        this.name = name;
    }

    /** @param options such as a collation */
    static MariadbDatabase create(String... options) {
        requireServer();
        String name = "test" + COUNT.incrementAndGet();
        try (var connection = connect("");
                var statement = connection.createStatement()) {
            statement.execute("create database " + name + " " + String.join(" ", options));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new MariadbDatabase(name);
    }

    private static synchronized void requireServer() {
        Require.part("mariadbd", () -> {
            if (port == 0) port = start();
            return true;
        });
    }

    /** Returns the same database with separate connections. */
    MariadbDatabase again() {
        return new MariadbDatabase(name);
    }

    @Override
    String plainUrl() {
        return "mysql://root@" + LOOPBACK + ":" + port + "/" + name;
    }

    @Override
    String url() {
        return url(name);
    }

    @Override
    void reach(HikariConfig config, String zone) {
        config.setJdbcUrl(url());
        // Without its tables of zones the server knows offsets only.
        config.setConnectionInitSql("set time_zone = '" + (zone.startsWith("America") ? "-03:30" : "+09:00") + "'");
    }

    @Override
    String slow() {
        return "(select count(*) from seq_1_to_1000000000000 where mod(seq, 2) = 3) = 0";
    }

    private static String url(String name) {
        return url(port, name);
    }

    private static String url(int port, String name) {
        return "jdbc:mariadb://" + LOOPBACK + ":" + port + "/" + name + "?user=root&sslMode=disable";
    }

    private static Connection connect(String name) throws SQLException {
        return DriverManager.getConnection(url(name));
    }

    /** Starts on an empty folder without grant tables, which takes about a second. */
    private static int start() throws IOException {
        var folder = Files.createTempDirectory("cardea-mariadb");
        int free = FreePorts.one();
        var log = folder.resolve("log");
        var process = new ProcessBuilder(List.of(
                        Require.program("mariadbd").toString(),
                        "--no-defaults",
                        "--skip-grant-tables",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + folder,
                        "--socket=" + folder.resolve("socket"),
                        "--bind-address=" + LOOPBACK,
                        "--port=" + free,
                        "--default-time-zone=+05:30",
                        "--innodb-log-file-size=8M",
                        "--innodb-stats-persistent=0",
                        "--max-connections=500"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, folder)));
        Eventually.isTrue("MariaDB listens or has ended", () -> !process.isAlive() || isListening(free));
        if (!process.isAlive()) throw new IllegalStateException(Files.readString(log));
        return free;
    }

    private static boolean isListening(int port) throws SQLException {
        try (var connection = DriverManager.getConnection(url(port, ""))) {
            return connection.isValid(1);
        }
    }

    private static void end(Process process, Path folder) {
        process.destroyForcibly();
        try (var files = Files.walk(folder)) {
            process.waitFor(30, TimeUnit.SECONDS);
            files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        } catch (IOException | InterruptedException e) {
            // It is a temporary folder.
        }
    }
}
