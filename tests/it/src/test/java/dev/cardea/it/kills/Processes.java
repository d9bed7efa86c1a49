package dev.cardea.it.kills;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts, stops and kills processes of this run, and no others. */
final class Processes {
    private Processes() {}

    static Process start(Path log, List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program to its end, and returns what it printed. */
    static String output(List<String> command) {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) throw new IllegalStateException(command + ":\n" + output);
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL for a process and its children. */
    static void kill(ProcessHandle process) {
        var all = tree(process);
        all.forEach(ProcessHandle::destroyForcibly);
        for (var one : all) one.onExit().orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** @param name {@code STOP} or {@code CONT} */
    static void signal(ProcessHandle process, String name) {
        var command = new ArrayList<>(List.of("kill", "-" + name));
        tree(process).forEach(one -> command.add(String.valueOf(one.pid())));
        try {
            new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<ProcessHandle> tree(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants()).toList();
    }

    /** Waits until what was started is ready. */
    static void awaitStart(String name, Path log, Callable<Boolean> isReady) {
        try {
            Eventually.isTrue(name, isReady);
        } catch (AssertionError e) {
            throw new IllegalStateException(name + " did not start:\n" + tail(log), e);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The end of a log. */
    static String tail(Path log) {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    static Path folder(String name) {
        try {
            return Files.createTempDirectory("cardea-kills-" + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
