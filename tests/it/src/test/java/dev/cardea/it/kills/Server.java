package dev.cardea.it.kills;

import dev.cardea.it.JavaCommand;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A process of the server's jar on a port that stays its own. */
final class Server {
    /** {@code -Dcardea.server.jar} names another, to compare versions. */
    private static final Path JAR =
            Path.of(System.getProperty("cardea.server.jar", "../../server/target/cardea-server.jar"));

    private final int port = FreePorts.one();
    private final Path file;
    private final Path log;
    private final int clockOffset;
    private volatile Process process;

    private Server(Path file, Path log, int clockOffset) {
        this.file = file;
        this.log = log;
        this.clockOffset = clockOffset;
    }

    /**
     * @param number tells this process's files from the others'
     * @param clockOffset in seconds
     */
    static Server start(Path folder, int number, String config, int clockOffset) {
        Require.part("the server's jar (mvn install -Dfor=server)", () -> Files.exists(JAR));
        try {
            var file = Files.writeString(folder.resolve("cardea" + number + ".yml"), config);
            var server = new Server(file, folder.resolve("server" + number + ".log"), clockOffset);
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** The last lines that it printed. */
    String log() {
        return Processes.tail(log);
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    void kill() {
        Processes.kill(process());
    }

    /** Runs a command of the server's program with this server's file, and waits for its end. */
    String run(String... command) {
        var arguments = new ArrayList<>(List.of("-Xmx160m", "-jar", JAR.toString()));
        arguments.addAll(List.of(command));
        arguments.addAll(List.of("--config", file.toString()));
        return Processes.output(JavaCommand.of(arguments.toArray(String[]::new)));
    }

    /** Starts with other settings of sessions. Ready when this returns. */
    void restart(String session) {
        restart(text -> text.replaceFirst("session: \\{[^}]*}", "session: { " + session + " }"));
    }

    /** Starts with a changed file. */
    void restart(UnaryOperator<String> change) {
        try {
            Files.writeString(file, change.apply(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        restart();
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
                        String.valueOf(port),
                        "--clock-offset",
                        String.valueOf(clockOffset)));
        Processes.awaitStart("the server", log, () -> !process.isAlive() || Web.health(address()) == 200);
        if (!process.isAlive()) throw new IllegalStateException("the server ended:\n" + log());
    }
}
