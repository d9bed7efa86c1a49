package dev.cardea.server.file;

import dev.cardea.Env;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** The line of a setting, or of the group that it would stand in. */
    int lineOf(String setting) {
        var line = lines.get(setting);
        if (line != null) return line;
        int dot = setting.lastIndexOf('.');
        return dot < 0 ? 1 : lineOf(setting.substring(0, dot));
    }
}
