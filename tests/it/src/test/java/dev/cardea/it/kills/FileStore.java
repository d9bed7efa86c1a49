package dev.cardea.it.kills;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQLite or H2 in a file beside the one server. */
final class FileStore extends Store {
    FileStore(String name) {
        super(name);
    }

    @Override
    int servers() {
        return 1;
    }

    @Override
    String url() {
        return "jdbc:" + name + ":" + folder.resolve("people" + (name.equals("sqlite") ? ".db" : ""));
    }

    /** Visitors wait for the one that writes, however long that takes on a busy machine. */
    @Override
    String setting() {
        return "{ url: \"" + url() + "\", pool: { timeout: 60000 } }";
    }

    @Override
    @Nullable ProcessHandle process() {
        return null;
    }

    /** H2 opens a file for one process: it is asked when the server is gone. */
    @Override
    List<String> faults() {
        return faults(url(), "\"");
    }
}
