package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code cardea serve} as a process: its lines, its addresses, its end. */
public final class ServedProcess implements AutoCloseable {
    private static final long SECONDS = 120;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final Lines out;
    private final Lines err;

    private ServedProcess(Process process) {
        this.process = process;
        out = new Lines(process.getInputStream());
        err = new Lines(process.getErrorStream());
    }

    /** Starts with this file, as {@code cardea.yml} of the folder. */
    public static ServedProcess start(Path folder, String config, String... options) throws IOException {
        return start(folder, config, Map.of(), options);
    }

    /** @param variables of the process */
    public static ServedProcess start(Path folder, String config, Map<String, String> variables, String... options)
            throws IOException {
        return run(folder, variables, withFile(folder, config, options));
    }

    /** Starts as {@link #start} does, with SIGHUP ignored, as {@code nohup} starts it. */
    static ServedProcess startWithNohup(Path folder, String config, String... options) throws IOException {
        var builder = serve(folder, withFile(folder, config, options));
        // A machine with what the build needs may lack the program itself.
        builder.command().addAll(0, List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "nohup"));
        return new ServedProcess(builder.start());
    }

    /** Starts in this folder. */
    public static ServedProcess run(Path folder, Map<String, String> variables, List<String> options)
            throws IOException {
        var builder = serve(folder, options);
        builder.environment().putAll(variables);
        return new ServedProcess(builder.start());
    }

    private static List<String> withFile(Path folder, String config, String... options) throws IOException {
        var file = Files.writeString(folder.resolve("cardea.yml"), config);
        var all = new ArrayList<>(List.of("--config", file.toString()));
        all.addAll(List.of(options));
        return all;
    }

    private static ProcessBuilder serve(Path folder, List<String> options) {
        var builder = command("serve", options).directory(folder.toFile());
        builder.environment().put("CARDEA_ENV", "test");
        return builder;
    }

    /** Returns a command of the server, without the settings of this process. */
    static ProcessBuilder command(String name, List<String> options) {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It ends before a better compiler would pay off.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.cardea.server.Main",
                name));
        words.addAll(options);
        var builder = new ProcessBuilder(words);
        builder.environment()
                .keySet()
                .removeIf(it -> it.startsWith("AUTH_") || it.startsWith("CARDEA_") || it.startsWith("OTEL_"));
        return builder;
    }

    /** The address of the site, once it is served. */
    public String site() {
        var begin = "cardea listening on ";
        return out.await(begin).substring(begin.length());
    }

    /** The address of the management listener, once it is served. */
    public String management() {
        var begin = "management on ";
        var line = err.await(begin);
        return line.substring(line.indexOf(begin) + begin.length()).replaceAll("[\"}].*", "");
    }

    /** Waits for a line on standard error that holds this text. */
    public String awaitError(String text) {
        return err.await(text);
    }

    /** Everything that was written to standard error. */
    public List<String> errors() {
        return err.all();
    }

    public HttpResponse<String> get(String url, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0) request.headers(headers);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpClient http() {
        return http;
    }

    public Process process() {
        return process;
    }

    /** Sends SIGHUP. The shell has the command, too, where no program has it. */
    public void hangUp() throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "kill -HUP " + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** The exit code. All that was written has been read by then. */
    public int end() throws InterruptedException {
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        out.awaitEnd();
        err.awaitEnd();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The lines of a stream, as they come. */
    private static final class Lines {
        private final List<String> lines = new ArrayList<>();
        private boolean ended;

        Lines(InputStream stream) {
            var thread = new Thread(() -> read(stream), "lines");
            thread.setDaemon(true);
            thread.start();
        }

        private void read(InputStream stream) {
            try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (var line = reader.readLine(); line != null; line = reader.readLine()) add(line);
            } catch (IOException | UncheckedIOException e) {
                // The process ended.
            }
            synchronized (lines) {
                ended = true;
                lines.notifyAll();
            }
        }

        private void add(String line) {
            synchronized (lines) {
                lines.add(line);
                lines.notifyAll();
            }
        }

        List<String> all() {
            synchronized (lines) {
                return List.copyOf(lines);
            }
        }

        void awaitEnd() throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            synchronized (lines) {
                while (!ended) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) throw new AssertionError("the output does not end: " + lines);
                    lines.wait(left);
                }
            }
        }

        String await(String text) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            synchronized (lines) {
                while (true) {
                    for (var line : lines) if (line.contains(text)) return line;
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (ended || left <= 0) throw new AssertionError("no line with \"" + text + "\" in " + lines);
                    try {
                        lines.wait(left);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
    }
}
