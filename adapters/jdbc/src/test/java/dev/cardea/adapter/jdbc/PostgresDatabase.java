package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on a server that all tests share; it ends with the process. */
final class PostgresDatabase extends Database {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static EmbeddedPostgres server;

    private final String name;

    private PostgresDatabase(String name) {
        super(Dialect.POSTGRESQL);
        this.name = name;
    }

    /** @param options such as a collation */
    static synchronized PostgresDatabase create(String... options) {
        Require.part("embedded PostgreSQL", () -> {
            if (server == null) server = EmbeddedPostgres.start();
            return true;
        });
        String name = "test" + COUNT.incrementAndGet();
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name + " " + String.join(" ", options));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new PostgresDatabase(name);
    }

    /** Returns the same database with separate connections. */
    PostgresDatabase again() {
        return new PostgresDatabase(name);
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
