package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;

/** A file in a new folder, unless a test passes a folder. */
final class SqliteDatabase extends Database {
    private final Path folder;
    private final boolean isOurs;

    private SqliteDatabase(Path folder, boolean isOurs) {
        super(Dialect.SQLITE);
        this.folder = folder;
        this.isOurs = isOurs;
    }

    static SqliteDatabase create() {
        try {
            return new SqliteDatabase(Files.createTempDirectory("cardea-sqlite"), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SqliteDatabase in(Path folder) {
        return new SqliteDatabase(folder, false);
    }

    @Override
    String plainUrl() {
        return "file:" + folder.resolve("cardea.db");
    }

    @Override
    String url() {
        return "jdbc:sqlite:" + folder.resolve("cardea.db") + "?journal_mode=WAL";
    }

    @Override
    void reach(HikariConfig config, String zone) {
        config.setJdbcUrl(url());
    }

    @Override
    String literal(Instant time) {
        return printed(time);
    }

    @Override
    String printed(Instant time) {
        return String.valueOf(time.toEpochMilli());
    }

    @Override
    String slow() {
        return "(with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n) = 0";
    }

    @Override
    public void close() {
        super.close();
        if (!isOurs) return;
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
