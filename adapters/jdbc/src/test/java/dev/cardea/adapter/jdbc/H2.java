package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Databases to try with. */
final class H2 {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private H2() {}

    /** An empty one in memory. */
    static HikariDataSource inMemory() {
        return pool("jdbc:h2:mem:test" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1", 40);
    }

    /** One that has each commit on disk when it returns. */
    static HikariDataSource onDisk(Path folder) {
        return pool("jdbc:h2:file:" + folder.resolve("cardea").toAbsolutePath() + ";WRITE_DELAY=0", 40);
    }

    static HikariDataSource pool(String url, int size) {
        return new HikariDataSource(config(url, size));
    }

    /** A pool whose connections do not commit by themselves. */
    static HikariDataSource manual(String url) {
        var config = config(url, 2);
        config.setAutoCommit(false);
        return new HikariDataSource(config);
    }

    private static HikariConfig config(String url, int size) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(2_000);
        return config;
    }

    static void execute(DataSource database, String... statements) {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            for (var sql : statements) statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first column of all rows, as text. */
    static List<String> query(DataSource database, String sql) {
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var all = new ArrayList<String>();
            while (rows.next()) all.add(rows.getString(1));
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
