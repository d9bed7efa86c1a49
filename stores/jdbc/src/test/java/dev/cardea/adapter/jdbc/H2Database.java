package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

final class H2Database extends Database {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String url;

    private H2Database(String url) {
        this(url, Dialect.H2);
    }

    private H2Database(String url, Dialect dialect) {
        super(dialect);
        this.url = url;
    }

    /** One that speaks as another database does, as far as it can. */
    static H2Database imitating(String mode, Dialect dialect) {
        return new H2Database(
                "jdbc:h2:mem:test" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1;MODE=" + mode, dialect);
    }

    static H2Database inMemory() {
        return new H2Database("jdbc:h2:mem:test" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
    }

    /** One that has each commit on disk when it returns. */
    static H2Database onDisk(Path folder) {
        return new H2Database("jdbc:h2:file:" + folder.resolve("cardea").toAbsolutePath() + ";WRITE_DELAY=0");
    }

    @Override
    String url() {
        return url;
    }

    @Override
    void reach(HikariConfig config, String zone) {
        config.setJdbcUrl(url + ";TIME ZONE=" + zone);
    }

    @Override
    String slow() {
        return "(select count(*) from system_range(1, 1000000000000) where mod(x, 2) = 3) = 0";
    }
}
