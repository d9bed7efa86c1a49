package dev.cardea.server;

import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/** PostgreSQL. It ends without waiting for its clients. */
final class SharedPostgres extends SharedDatabase {
    /** Held, or its level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("io.zonky.test.db.postgres.embedded");

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    SharedPostgres(Path folder) {
        LOG.setLevel(Level.WARNING);
        data = folder.resolve("postgres");
        port = FreePorts.one();
        var started = new AtomicReference<EmbeddedPostgres>();
        Require.part("embedded PostgreSQL", () -> {
            started.set(server(port));
            return true;
        });
        server = started.get();
    }

    private EmbeddedPostgres server(int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }

    @Override
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    @Override
    void stop() throws IOException {
        server.close();
    }

    @Override
    void open() throws IOException {
        server = server(port);
    }

    @Override
    String numbers(int count) {
        return "generate_series(1, " + count + ") as numbers(x)";
    }

    @Override
    String later(String time, String milliseconds) {
        return "cast(" + time + " as timestamp) + " + milliseconds + " * interval '1 millisecond'";
    }
}
