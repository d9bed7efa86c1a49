package dev.cardea.server.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the sections of one file share: its folder, its errors, and the line of each key. */
final class Source {
    private final Path directory;
    private final Findings findings;
    private final boolean development;
    private final List<Probe> probes = new ArrayList<>();
    private final List<String> advice = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Set<String> asked = new HashSet<>();
    private final Map<Path, String> files = new HashMap<>();

    Source(Path directory, Findings findings) {
        this(directory, findings, false);
    }

    /** @param development whether missing credentials are normal, because local services replace them */
    Source(Path directory, Findings findings, boolean development) {
        this.directory = directory;
        this.findings = findings;
        this.development = development;
    }

    /** Returns whether missing credentials are normal, because local services replace them. */
    boolean isDevelopment() {
        return development;
    }

    /** Notes that the server reads this key, whether the file has it or not. */
    void ask(String path) {
        asked.add(path);
    }

    /** The keys that were asked for and that the file does not have. */
    Set<String> absent() {
        var absent = new TreeSet<>(asked);
        absent.removeAll(lines.keySet());
        return absent;
    }

    /** All keys that were asked for. */
    Set<String> asked() {
        return Set.copyOf(asked);
    }

    List<Probe> probes() {
        return probes;
    }

    /** Adds a hint on a setting that works and should be written in another way. */
    void advise(String hint) {
        advice.add(hint);
    }

    List<String> advice() {
        return advice;
    }

    Findings findings() {
        return findings;
    }

    /** A path as the file means it: beside itself. */
    Path resolve(String path) {
        return directory.resolve(path);
    }

    /** Notes a file that was read, with its whole text; an empty one if it cannot be read. */
    void read(Path file, String text) {
        files.put(file, FileVersions.digest(text));
    }

    FileVersions files() {
        return new FileVersions(files);
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
