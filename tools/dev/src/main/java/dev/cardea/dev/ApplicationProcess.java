package dev.cardea.dev;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The developer's application as a process, with the terminal of this one. */
final class ApplicationProcess implements AutoCloseable {
    private static final long PATIENCE = 5;

    private final Process process;

    private ApplicationProcess(Process process) {
        this.process = process;
    }

    /** @throws IOException if the command cannot be started */
    static ApplicationProcess start(List<String> command, Map<String, String> environment) throws IOException {
        var words = new ArrayList<>(command);
        // A command of npm is a script there, which only the shell starts.
        if (isWindows()) words.addAll(0, List.of("cmd", "/c"));
        var builder = new ProcessBuilder(words).inheritIO();
        builder.environment().putAll(environment);
        try {
            return new ApplicationProcess(builder.start());
        } catch (IOException e) {
            throw new IOException("the command " + command.get(0) + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Returns the exit code of the application when it has ended. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Asks the application and what it started to end, and ends what is left after a while. */
    @Override
    public void close() {
        var all = new ArrayList<ProcessHandle>();
        process.descendants().forEach(all::add);
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        try {
            if (process.waitFor(PATIENCE, TimeUnit.SECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** Opens a page in the browser of the desktop. */
    static void open(String url, Consumer<String> log) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        var command = isWindows()
                ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
                : List.of(system.contains("mac") ? "open" : "xdg-open", url);
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            log.accept("cardea: no browser can be opened here; open " + url);
        }
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }
}
