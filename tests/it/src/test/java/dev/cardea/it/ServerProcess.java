package dev.cardea.it;

import dev.cardea.testing.Require;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The server as it is shipped: its jar in a separate process. */
final class ServerProcess implements AutoCloseable {
    private static final Path JAR = Path.of("..", "..", "server", "target", "cardea-server.jar");
    private static final String READY = "cardea listening on http://127.0.0.1:";

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Serves a configuration, and is ready when this returns. */
    static ServerProcess start(Path directory, String config) throws IOException {
        Require.part("the server's jar (mvn package)", () -> Files.exists(JAR));
        var file = Files.writeString(directory.resolve("cardea.yml"), config);
        var command = JavaCommand.of("-Xmx128m", "-jar", JAR.toString(), "serve", "--config", file.toString());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("AUTH_") || name.startsWith("CARDEA_"));
        var process = builder.start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var line = out.readLine();
        if (line != null && line.startsWith(READY)) {
            return new ServerProcess(process, Integer.parseInt(line.substring(READY.length())));
        }
        process.destroyForcibly();
        throw new IllegalStateException("the server did not begin; it said " + line);
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            boolean gone = process.waitFor(60, TimeUnit.SECONDS);
            if (!gone) process.destroyForcibly();
            if (!gone || process.exitValue() != 0) throw new IOException("the server did not end as it should");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
