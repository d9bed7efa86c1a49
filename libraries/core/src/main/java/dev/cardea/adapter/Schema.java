package dev.cardea.adapter;

import java.util.List;
import java.util.function.Consumer;

/**
 * Creates and upgrades what an adapter needs in its store: tables or indexes. The library never calls it; applications
 * and {@code cardea migrate} do.
 *
 * <p>Methods throw {@link StoreUnavailableException} if the store doesn't respond, and {@link StoreException} if it
 * rejects the work. Several processes may call {@link #createSchema} at once unless the adapter says otherwise.
 */
public interface Schema extends Adapter {
    /**
     * How much of the schema exists.
     *
     * @param version 0 if nothing of it exists
     * @param latest the version that this adapter needs
     * @param isEmpty whether the store has none of the tables or indexes, not even those of another program
     */
    record SchemaStatus(int version, int latest, boolean isEmpty) {
        /** Returns whether {@link #createSchema} has nothing to do. */
        public boolean isCurrent() {
            return version == latest;
        }
    }

    /** Returns what the schema consists of, as a plural for messages: {@code tables} or {@code indexes}. */
    String schemaKind();

    /** Reads how much of the schema exists. */
    SchemaStatus schemaStatus();

    /** Returns what {@link #createSchema} would do, in order; reads the store only. */
    List<String> schemaDryRun();

    /**
     * Creates what is missing and keeps everything else. A repeated call has no effect.
     *
     * @param log receives one line for each step
     */
    void createSchema(Consumer<String> log);

    /**
     * Returns what the adapter relies on and {@link #createSchema} does not create, such as a unique key that an
     * application's own table lacks. Each line says what to do; empty if nothing is missing.
     */
    default List<String> missing() {
        return List.of();
    }

    /**
     * Returns what can make a sign-in fail although nothing is missing, such as a column of the application that needs a
     * value. Each line says what to do; empty if there is nothing.
     */
    default List<String> warnings() {
        return List.of();
    }
}
