package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that the launcher of an unpacked archive has started on a free port. */
final class Launcher implements AutoCloseable {
    private static final String LISTENING = "cardea listening on ";

    private final Process process;
    private final String address;

    private Launcher(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Waits for the line that says where the server listens.
     *
     * @param folder the working folder, which also gets the log and the class archive
     */
    static Launcher serve(Path root, Path config, Path folder, Map<String, String> environment) throws IOException {
        var log = folder.resolve("error.log");
        var builder = new ProcessBuilder(
                        root.resolve("bin/cardea").toString(), "serve", "--config", config.toString(), "--port", "0")
                .directory(folder.toFile())
                .redirectError(log.toFile());
        clean(builder, folder).putAll(environment);
        builder.environment().put("AUTH_SECRET", "5f0c2e9b71d84a36b8e1f7c09d2a4e63");
        builder.environment().put("CARDEA_ENV", "test");
        var process = builder.start();
        var line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(line).as(() -> text(log)).isNotNull().startsWith(LISTENING + "http://127.0.0.1:");
        return new Launcher(process, line.substring(LISTENING.length()));
    }

    /** Returns {@code http://127.0.0.1:PORT}. */
    String address() {
        return address;
    }

    /** Stops the server as an operator does. */
    @Override
    public void close() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    /** Takes out what the machine sets, and names this JDK. */
    static Map<String, String> clean(ProcessBuilder builder, Path folder) {
        builder.environment().keySet().removeIf(name -> name.startsWith("AUTH_") || name.startsWith("CARDEA_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return builder.environment();
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing was logged";
        }
    }
}
