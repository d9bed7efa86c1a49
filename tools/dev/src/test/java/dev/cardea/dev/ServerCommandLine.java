package dev.cardea.dev;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line of the server with this module on its class path. */
final class ServerCommandLine {
    private ServerCommandLine() {}

    /** Starts it in a folder, without the settings of this process. */
    static Process start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /** @param variables of the process */
    static Process start(Path folder, Map<String, String> variables, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It ends before a better compiler would pay off.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.cardea.server.Main"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("AUTH_") || name.startsWith("CARDEA_") || name.equals("NODE_ENV"));
        builder.environment().putAll(variables);
        return builder.start();
    }
}
