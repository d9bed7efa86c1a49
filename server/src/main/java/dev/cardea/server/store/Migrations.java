package dev.cardea.server.store;

import java.util.List;
import java.util.function.Consumer;

/** What makes and upgrades that without which a store cannot be used well: tables, or indexes. */
public interface Migrations {
    /** How much of it is there. */
    record Status(int version, int latest) {
        public boolean isCurrent() {
            return version == latest;
        }
    }

    /** {@code tables} or {@code indexes}. */
    String what();

    /** @throws StoreFailure where the store does not answer */
    Status status();

    /** What {@link #run} would do, a line each. */
    List<String> dryRun();

    /** @param log a line for each step */
    void run(Consumer<String> log);
}
