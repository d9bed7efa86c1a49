package dev.cardea.server.store;

import dev.cardea.adapter.jdbc.JdbcException;
import java.util.Optional;
import java.util.function.Consumer;

/** Whether a store's tables are there and new enough, before anybody is served. */
public final class Schema {
    private Schema() {}

    /**
     * Makes and upgrades the tables where that is wanted, and says what is wrong with them otherwise. A store that does
     * not answer is not waited for.
     *
     * @param migrate somebody asked for it
     * @param production nothing is made unasked
     * @param log a line for each step
     */
    public static Optional<String> prepare(OpenStore store, boolean migrate, boolean production, Consumer<String> log) {
        if (store.migrations().isEmpty()) return Optional.empty();
        var migrations = store.migrations().get();
        try {
            var status = migrations.status();
            if (status.isCurrent()) return Optional.empty();
            boolean unasked = status.version() == 0 && store.isEmbedded() && !production;
            if (!migrate && !unasked) {
                return Optional.of(
                        status.version() == 0
                                ? "the tables of the store are missing"
                                : "the tables of the store are old (" + status.version() + " of " + status.latest()
                                        + ")");
            }
            if (!migrate) log.accept("the store is empty, and this is not production: its tables are made");
            migrations.run(log);
            return Optional.empty();
        } catch (JdbcException e) {
            if (e.kind() != JdbcException.Kind.UNAVAILABLE) throw e;
            log.accept("the store does not answer yet: " + e.getMessage());
            return Optional.empty();
        }
    }
}
