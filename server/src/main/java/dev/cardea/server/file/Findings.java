package dev.cardea.server.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Everything that is wrong with a file, gathered so that one run tells it all. Not for sharing between threads. */
public final class Findings {
    private final Path file;
    private final List<Finding> all = new ArrayList<>();
    private boolean broken;

    /** One thing that is wrong; line 0 is the file as a whole. */
    private record Finding(int line, String message) {}

    public Findings(Path file) {
        this.file = file;
    }

    /** Something to mend in the file. */
    public void add(int line, String message) {
        broken = true;
        all.add(new Finding(line, message));
    }

    /** Another file that could not be read. */
    void unreadable(int line, String message) {
        all.add(new Finding(line, message));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether nothing is wrong but files that could not be read. */
    public boolean isOnlyUnreadable() {
        return !all.isEmpty() && !broken;
    }

    /** {@code FILE:LINE: message}, from the top of the file to its end. */
    public List<String> lines() {
        return all.stream()
                .sorted(Comparator.comparingInt(Finding::line))
                .map(this::print)
                .distinct()
                .toList();
    }

    private String print(Finding finding) {
        var place = finding.line == 0 ? file.toString() : file + ":" + finding.line;
        return place + ": " + finding.message;
    }
}
