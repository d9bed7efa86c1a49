package dev.cardea.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands and what they print, as a terminal shows them. */
final class Terminal {
    private static final String STYLE = "margin:0;padding:20px 24px;background:#0e1116;color:#f2f4f8;"
            + "font:12px/1.55 monospace;white-space:pre-wrap;overflow-wrap:break-word";

    private final Path folder;
    private final StringBuilder text = new StringBuilder();

    /** @param folder the working directory of the commands */
    Terminal(Path folder) {
        this.folder = folder;
    }

    /** Replaces what differs from one run to the next in what was printed so far. */
    Terminal replaceAll(String regex, String fixed) {
        var settled = text.toString().replaceAll(regex, fixed);
        text.setLength(0);
        text.append(settled);
        return this;
    }

    /**
     * Runs the server's command line in a separate process, without the variables of this one. Warnings of the JVM, which
     * the launcher avoids, and the log are on standard error.
     */
    Terminal cardea(String... arguments) throws IOException {
        var command = JavaCommand.of("-cp", System.getProperty("java.class.path"), "dev.cardea.server.Main");
        command.addAll(List.of(arguments));
        var output = folder.resolve("output.txt").toFile();
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output)
                .redirectError(folder.resolve("errors.txt").toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(AUTH|CARDEA|OTEL)_.*"));
        var process = builder.start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) throw new IOException("the command did not end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            process.destroyForcibly();
        }
        var printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
        return show("cardea " + String.join(" ", arguments), printed);
    }

    /** Adds a command and what it printed. */
    Terminal show(String command, String printed) {
        if (text.length() > 0) text.append('\n');
        text.append("$ ").append(command).append('\n').append(printed.replace("\r", ""));
        return this;
    }

    Picture picture(int width, int height) {
        var escaped = text.toString().strip().replace("&", "&amp;").replace("<", "&lt;");
        var html = "<!doctype html><meta charset=\"utf-8\"><body style=\"margin:0;background:#0e1116\"><pre style=\""
                + STYLE + "\">" + escaped + "</pre>";
        return new Picture(html, width, height);
    }
}
