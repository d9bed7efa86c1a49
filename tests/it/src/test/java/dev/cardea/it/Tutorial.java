package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A page, followed to the letter in an empty folder: its files are written and its commands are run, in their order. Ports
 * of the page are replaced by free ones.
 */
final class Tutorial implements AutoCloseable {
    private static final Path START = Path.of("..", "..", "docs", "start");
    private static final Pattern STEP =
            Pattern.compile("(?ms)^(?:`(?<file>[\\w./-]+)`\n\n)?```(?<language>\\w+)\n(?<text>.*?)^```$");

    private final String page;
    private final String text;
    private final Path folder;
    private final Map<Integer, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Integer> served = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<Process> running = new ArrayList<>();
    private final Map<String, Path> logs = new LinkedHashMap<>();

    private Tutorial(String page) throws IOException {
        this.page = page;
        text = text(page);
        folder = Files.createTempDirectory(
                Path.of("target").toAbsolutePath(), "start-" + Path.of(page).getFileName() + "-");
    }

    /** @param page its name without the ending, as from {@code docs/start} */
    static Tutorial of(String page) throws IOException {
        return new Tutorial(page);
    }

    /** The command with this text serves the port and keeps running. */
    Tutorial serves(String command, int port) {
        served.put(command, port);
        ports.put(port, FreePorts.one());
        return this;
    }

    Tutorial environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    static String text(String page) throws IOException {
        return Files.readString(START.resolve(page + ".md"));
    }

    String text() {
        return text;
    }

    Path folder() {
        return folder;
    }

    /** The address of a port that the page names. */
    String address(int port) {
        return "http://localhost:" + port(port);
    }

    int port(int port) {
        return ports.get(port);
    }

    /** What a command that keeps running has printed. */
    String printed(String command) {
        return logs.entrySet().stream()
                .filter(each -> each.getKey().contains(command))
                .map(each -> said(each.getValue()))
                .findFirst()
                .orElseThrow();
    }

    /** Writes all files and runs all commands. */
    Tutorial follow() throws IOException, InterruptedException {
        for (var step : STEP.matcher(text).results().toList()) {
            if (step.group(1) != null) write(step.group(1), step.group(3));
            else if (step.group(2).equals("sh")) run(step.group(3));
        }
        assertThat(running).as("commands of " + page + " that keep running").hasSize(served.size());
        return this;
    }

    private void write(String name, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, withFreePorts(content));
    }

    private void run(String block) throws IOException, InterruptedException {
        for (var line : block.replace("\\\n", " ").lines().toList()) {
            var variable = Pattern.compile("export (\\w+)=(.*)").matcher(line);
            if (variable.matches()) environment.putIfAbsent(variable.group(1), variable.group(2));
            else if (!line.isBlank()) command(line);
        }
    }

    private void command(String line) throws IOException, InterruptedException {
        var port = served.entrySet().stream()
                .filter(each -> line.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
        if (port.isEmpty()) {
            run(line, folder);
            return;
        }
        var log = log();
        var process = start(line, folder, log);
        running.add(process);
        logs.put(line, log);
        Eventually.isTrue(line + " serves or has ended", () -> !process.isAlive() || listens(port(port.get())));
        assertThat(process.isAlive())
                .as(() -> line + " serves nothing:\n" + said(log))
                .isTrue();
    }

    /** Runs a command that ends, with the environment of the tutorial. */
    void run(String command, Path directory) throws IOException, InterruptedException {
        var log = log();
        var process = start(command, directory, log);
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        if (!ended) end(process);
        assertThat(ended && process.exitValue() == 0)
                .as(() -> command + "\n" + said(log))
                .isTrue();
    }

    private Path log() {
        return folder.resolve("command-" + running.size() + ".log");
    }

    private Process start(String command, Path directory, Path log) throws IOException {
        var builder = new ProcessBuilder("sh", "-c", withFreePorts(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        var variables = builder.environment();
        variables.keySet().removeIf(name -> name.matches("(AUTH|CARDEA|SPRING|SERVER|NODE|QUARKUS)_.*"));
        var java = System.getProperty("java.home");
        variables.put("JAVA_HOME", java);
        variables.put("JDK_JAVA_OPTIONS", String.join(" ", JavaCommand.OPTIONS));
        variables.merge("PATH", java + "/bin", (path, bin) -> bin + ":" + path);
        variables.putAll(environment);
        return builder.start();
    }

    private String withFreePorts(String content) {
        var changed = content;
        for (var port : ports.entrySet()) {
            changed = changed.replaceAll("\\b" + port.getKey() + "\\b", String.valueOf(port.getValue()));
        }
        return changed;
    }

    private static boolean listens(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("localhost", port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String said(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing";
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    @Override
    public void close() {
        running.forEach(Tutorial::end);
    }
}
