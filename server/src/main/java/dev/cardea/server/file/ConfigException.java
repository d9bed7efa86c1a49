package dev.cardea.server.file;

import java.util.List;

/** Reports a configuration file that cannot be used, with all its errors. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;
    private final boolean unreadable;

    ConfigException(List<String> lines, boolean unreadable) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
        this.unreadable = unreadable;
    }

    /** One for each finding. */
    public List<String> lines() {
        return lines;
    }

    /** Returns whether files could not be read, and nothing else is wrong. */
    public boolean isUnreadable() {
        return unreadable;
    }
}
