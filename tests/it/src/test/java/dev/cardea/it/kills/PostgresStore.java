package dev.cardea.it.kills;

import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** PostgreSQL as its settings are, fsync included. */
final class PostgresStore extends Store {
    /** Held, or its level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("io.zonky.test.db.postgres.embedded");

    private static final List<String> AS_ANOTHER_USER = List.of("unshare", "-U");

    private final EmbeddedPostgres postgres;
    private final Path data;
    private final List<String> command;

    PostgresStore() {
        super("postgresql");
        LOG.setLevel(Level.WARNING);
        data = folder.resolve("data");
        var started = new EmbeddedPostgres[1];
        Require.part("embedded PostgreSQL", () -> {
            started[0] = EmbeddedPostgres.builder()
                    .setPort(FreePorts.one())
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
            return true;
        });
        postgres = started[0];
        command = commandLine(process());
    }

    @Override
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres?user=postgres";
    }

    @Override
    ProcessHandle process() {
        try {
            long pid = Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0));
            return ProcessHandle.of(pid).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void restart() {
        Processes.start(folder.resolve("log"), command);
        Processes.awaitStart("PostgreSQL", folder.resolve("log"), () -> isReached(url()));
    }

    @Override
    List<String> faults() {
        return faults(url(), "\"");
    }

    /** It refuses to run as the administrator. */
    private static List<String> commandLine(ProcessHandle process) {
        try {
            var all = new ArrayList<String>();
            if ("root".equals(System.getProperty("user.name"))) all.addAll(AS_ANOTHER_USER);
            var bytes = Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
            all.addAll(List.of(new String(bytes, StandardCharsets.UTF_8).split("\0")));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
