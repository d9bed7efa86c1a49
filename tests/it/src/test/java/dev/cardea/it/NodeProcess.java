package dev.cardea.it;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Require;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A script of {@code tests/it/node} as a child process that talks in lines. It ends when its standard input does, so it does
 * not outlive this one.
 */
public final class NodeProcess implements AutoCloseable {
    private static final Path SCRIPTS = Path.of("node").toAbsolutePath();
    private static final Path LOGS = Path.of("target", "node");

    private final String script;
    private final Process process;
    private final Writer in;
    private final BufferedReader out;
    private final Path log;

    private NodeProcess(String script, Process process, Path log) {
        this.script = script;
        this.process = process;
        this.log = log;
        in = process.outputWriter(StandardCharsets.UTF_8);
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Node, and the packages of {@code tests/it/node}. */
    public static void require() {
        Require.program("node");
        Require.part("npm ci in tests/it/node", () -> Files.isDirectory(SCRIPTS.resolve("node_modules/@auth/core")));
    }

    /** Starts a script; what it says on standard error is kept under {@code target/node}. */
    public static NodeProcess start(String script, String name, String... arguments) {
        require();
        try {
            Files.createDirectories(LOGS);
            var log = LOGS.resolve(name + ".log");
            var command = new ArrayList<>(List.of("node", script));
            command.addAll(List.of(arguments));
            var builder =
                    new ProcessBuilder(command).directory(SCRIPTS.toFile()).redirectError(log.toFile());
            builder.environment().keySet().removeIf(variable -> variable.startsWith("AUTH_"));
            builder.environment().put("NODE_ENV", "production");
            builder.environment().put("NODE_NO_WARNINGS", "1");
            return new NodeProcess(script, builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script to its end and returns the object it printed last. */
    public static Claims run(String script, String name, String input, long seconds, String... arguments) {
        try (var node = start(script, name, arguments)) {
            return Json.parseObject(node.ask(input, seconds), 60);
        }
    }

    /** Says a line and returns the line that answers it. */
    public synchronized String ask(String line, long seconds) {
        try {
            in.write(line);
            in.write('\n');
            in.flush();
            var answer = CompletableFuture.supplyAsync(this::readLine).get(seconds, TimeUnit.SECONDS);
            if (answer == null) throw new IllegalStateException(script + " ended: " + errors());
            return answer;
        } catch (TimeoutException e) {
            throw new IllegalStateException(script + " gave no answer within " + seconds + " s: " + errors(), e);
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException(script + " broke off: " + errors(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** As {@link #ask}, in JSON. */
    public Claims ask(Claims object) {
        return Json.parseObject(ask(object.toJson(), 60), 60);
    }

    private String readLine() {
        try {
            return out.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String errors() {
        try {
            var text = Files.readString(log);
            return text.substring(Math.max(0, text.length() - 2_000));
        } catch (IOException e) {
            return "(no log)";
        }
    }

    @Override
    public void close() {
        try {
            in.close();
            if (process.waitFor(2, TimeUnit.SECONDS)) return;
        } catch (IOException e) {
            // It is gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
