package dev.cardea.server.file;

import dev.cardea.Env;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What sections of one file share: where it lies, what is wrong with it, and which key stands on which line. */
final class Source {
    private final Path directory;
    private final Env env;
    private final Findings findings;
    private final List<Probe> probes = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();

    Source(Path directory, Env env, Findings findings) {
        this.directory = directory;
        this.env = env;
        this.findings = findings;
    }

    List<Probe> probes() {
        return probes;
    }

    Findings findings() {
        return findings;
    }

    Env env() {
        return env;
    }

    /** A path as the file means it: beside itself. */
    Path resolve(String path) {
        return directory.resolve(path);
    }

    void remember(String path, int line) {
        lines.put(path, line);
    }

    /** The line of the key that a message speaks of, the longest path counting; 0 where it names none. */
    int lineOf(String message) {
        return lines.entrySet().stream()
                .filter(e -> (" " + message.replaceAll("[^A-Za-z0-9._~-]", " ") + " ").contains(" " + e.getKey() + " "))
                .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                .map(Map.Entry::getValue)
                .orElse(0);
    }
}
