package dev.cardea.server.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Everything that is wrong with a file, gathered so that one run tells it all. Not for sharing between threads. */
final class Findings {
    private final Path file;
    private final List<Finding> all = new ArrayList<>();
    private final Set<String> settings = new HashSet<>();
    private boolean broken;

    /** One thing that is wrong. */
    private record Finding(int line, String message) {}

    Findings(Path file) {
        this.file = file;
    }

    /** Something to mend in the file. What is missing is told of the line where its group begins. */
    void add(int line, String message) {
        broken = true;
        all.add(new Finding(Math.max(line, 1), message));
    }

    /** @param setting what it is about, such as {@code session.maxAge} */
    void add(int line, String setting, String message) {
        know(setting);
        add(line, message);
    }

    /** Another file that could not be read. */
    void unreadable(int line, String setting, String message) {
        know(setting);
        all.add(new Finding(line, message));
    }

    /** That something wrong with a setting is told already. */
    void know(String setting) {
        settings.add(setting);
    }

    /** Whether something wrong is told already of a setting or of a group around it. */
    boolean knows(String setting) {
        return settings.stream().anyMatch(known -> (setting + ".").startsWith(known + "."));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether nothing is wrong but files that could not be read. */
    boolean isOnlyUnreadable() {
        return !all.isEmpty() && !broken;
    }

    /** {@code FILE:LINE: message}, from the top of the file to its end. */
    List<String> lines() {
        return all.stream()
                .sorted(Comparator.comparingInt(Finding::line))
                .map(finding -> file + ":" + finding.line + ": " + finding.message)
                .distinct()
                .toList();
    }
}
