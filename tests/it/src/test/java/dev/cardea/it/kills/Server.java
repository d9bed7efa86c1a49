package dev.cardea.it.kills;

import dev.cardea.it.JavaCommand;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process of the server's jar on a port that stays its own. */
final class Server {
    /** {@code -Dcardea.server.jar} names another, to compare versions. */
    private static final Path JAR =
            Path.of(System.getProperty("cardea.server.jar", "../../server/target/cardea-server.jar"));

    private final int port = FreePorts.one();
    private final Path file;
    private final Path log;
    private volatile Process process;

    private Server(Path file, Path log) {
        this.file = file;
        this.log = log;
    }

    /** @param number tells this process's files from the others' */
    static Server start(Path folder, int number, String config) {
        Require.part("the server's jar (mvn install -Dfor=server)", () -> Files.exists(JAR));
        try {
            var file = Files.writeString(folder.resolve("cardea" + number + ".yml"), config);
            var server = new Server(file, folder.resolve("server" + number + ".log"));
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    void kill() {
        Processes.kill(process.toHandle());
    }

    /** Ready when this returns. */
    void restart() {
        process = Processes.start(
                log,
                JavaCommand.of(
                        "-Xmx160m",
                        "-jar",
                        JAR.toString(),
                        "serve",
                        "--config",
                        file.toString(),
                        "--port",
                        String.valueOf(port)));
        Processes.awaitStart("the server", log, () -> !process.isAlive() || Web.health(address()) == 200);
        if (!process.isAlive()) throw new IllegalStateException("the server ended:\n" + Processes.tail(log));
    }
}
