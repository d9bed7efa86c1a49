package dev.cardea.server.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects all errors of a file, so that one run reports them all. Not thread-safe. */
final class Findings {
    private final Path file;
    private final List<Finding> all = new ArrayList<>();
    private final Set<String> settings = new HashSet<>();
    private boolean broken;

    /** One error. */
    private record Finding(int line, String message) {}

    Findings(Path file) {
        this.file = file;
    }

    /** Adds an error of the file. A missing key is reported on the line where its group begins. */
    void add(int line, String message) {
        broken = true;
        all.add(new Finding(Math.max(line, 1), message));
    }

    /** @param setting the key that the error is about, such as {@code session.maxAge} */
    void add(int line, String setting, String message) {
        know(setting);
        add(line, message);
    }

    /** Adds another file that could not be read. */
    void unreadable(int line, String setting, String message) {
        know(setting);
        all.add(new Finding(line, message));
    }

    /** Marks a setting whose error is already reported. */
    void know(String setting) {
        settings.add(setting);
    }

    /** Whether an error of the setting or of a group around it is already reported. */
    boolean knows(String setting) {
        return settings.stream().anyMatch(known -> (setting + ".").startsWith(known + "."));
    }

    int count() {
        return all.size();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether all findings are files that could not be read. */
    boolean isOnlyUnreadable() {
        return !all.isEmpty() && !broken;
    }

    /** Returns {@code FILE:LINE: message} for each finding, in the order of lines. */
    List<String> lines() {
        return all.stream()
                .sorted(Comparator.comparingInt(Finding::line))
                .map(finding -> file + ":" + finding.line + ": " + finding.message)
                .distinct()
                .toList();
    }
}
