package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on a server that all tests share; it ends with the process. */
final class PostgresDatabase extends Database {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static volatile EmbeddedPostgres server;

    private final String name;
    private final boolean isOurs;

    private PostgresDatabase(String name, boolean isOurs) {
        super(Dialect.POSTGRESQL);
        this.name = name;
        this.isOurs = isOurs;
    }

    /** @param options such as a collation */
    static PostgresDatabase create(String... options) {
        requireServer();
        String name = "test" + COUNT.incrementAndGet();
        administer("create database " + name + " " + String.join(" ", options));
        return new PostgresDatabase(name, true);
    }

    private static synchronized void requireServer() {
        Require.part("embedded PostgreSQL", () -> {
            if (server == null) server = onPort(FreePorts.one()).start();
            return true;
        });
    }

    private static void administer(String sql) {
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a server to be started, which may take its time on a busy machine. */
    static EmbeddedPostgres.Builder onPort(int port) {
        return EmbeddedPostgres.builder().setPort(port).setPGStartupWait(Duration.ofMinutes(1));
    }

    /** Returns the same database with separate connections. */
    PostgresDatabase again() {
        return new PostgresDatabase(name, false);
    }

    /** Removes the database, too: to delete all of them when the process ends takes half a minute. */
    @Override
    public void close() {
        super.close();
        if (isOurs) administer("drop database " + name + " with (force)");
    }

    /** The driver gives up a query by asking the server, and waits for that too. */
    @Override
    String url() {
        return server.getJdbcUrl("postgres", name) + "&cancelSignalTimeout=1";
    }

    @Override
    String plainUrl() {
        return "postgresql://postgres@localhost:" + server.getPort() + "/" + name;
    }

    /** The driver gives a session the zone of the JVM; this one stays. */
    @Override
    void reach(HikariConfig config, String zone) {
        config.setJdbcUrl(url());
        config.setConnectionInitSql("set time zone '" + zone + "'");
    }

    @Override
    String slow() {
        return "(select 1 from pg_sleep(60)) = 2";
    }
}
