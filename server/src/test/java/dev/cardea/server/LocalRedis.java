package dev.cardea.server;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** The Redis of this machine, without a file. */
public record LocalRedis(Process process, int port) implements AutoCloseable {
    /**
     * Skips the test where Redis is not installed, unless every program is required.
     *
     * @param options of the command line
     */
    public static LocalRedis start(String... options) throws Exception {
        int port = FreePorts.one();
        var command = new ArrayList<>(List.of(
                Require.program("redis-server").toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                ""));
        command.addAll(List.of(options));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Eventually.isTrue("Redis listens", () -> {
            try (var socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            }
        });
        return new LocalRedis(process, port);
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
