package dev.cardea.server.store;

import java.util.List;
import java.util.function.Consumer;

/** What makes and upgrades that without which a store cannot be used well: tables, or indexes. */
public interface Migrations {
    /**
     * How much of it is there.
     *
     * @param isEmpty whether nothing is, not even tables of another program that would be used
     */
    record Status(int version, int latest, boolean isEmpty) {
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

    /**
     * What is relied on and no migration makes, such as a unique key that an application's tables lack, with what to do.
     *
     * @throws StoreFailure where the store does not answer
     */
    List<String> missing();

    /** @param log a line for each step */
    void run(Consumer<String> log);
}
