package dev.cardea.server.store;

import dev.cardea.adapter.Schema;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;

/** Checks and creates a store's tables or indexes before the server answers requests. */
public final class SchemaCheck {
    /**
     * Why a store cannot be served.
     *
     * @param what the error, and how to fix it unless migrations do
     * @param isMigrated whether migrations fix it
     */
    public record Problem(String what, boolean isMigrated) {
        /** Returns the error with the command that fixes it for the given configuration file. */
        public String advice(Object config) {
            return isMigrated ? what + "; run: cardea migrate --config " + config + ", or set migrate: true" : what;
        }
    }

    /** Receives what the check does, for the operator. */
    @FunctionalInterface
    public interface Log {
        /** Receives a step, such as a migration. */
        void step(String line);

        /** Receives what keeps the server from responding; a step unless it is overridden. */
        default void fault(String line) {
            step(line);
        }
    }

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private SchemaCheck() {}

    /**
     * Creates and upgrades the tables where the settings allow it, and otherwise returns the error. Does not wait for a
     * store that doesn't respond: a background thread retries until it does.
     *
     * @param migrate whether the operator set {@code migrate}
     * @param production if {@code false}, empty embedded stores get their tables without {@code migrate}
     * @param log receives one line for each step and fault
     */
    public static Optional<Problem> prepare(OpenStore store, boolean migrate, boolean production, Log log) {
        return prepare(store, migrate, production, log, () -> {});
    }

    /** @param prepared runs once the tables are there, on this thread or later on another */
    public static Optional<Problem> prepare(
            OpenStore store, boolean migrate, boolean production, Log log, Runnable prepared) {
        try {
            var problem = create(store, migrate, production, log);
            if (problem.isEmpty()) prepared.run();
            return problem;
        } catch (StoreUnavailableException e) {
            log.fault("the store isn't responding yet: " + e.getMessage());
            var waiting = new Thread(() -> whenItAnswers(store, migrate, production, log, prepared), "cardea-store");
            waiting.setDaemon(true);
            waiting.start();
            return Optional.empty();
        }
    }

    private static void whenItAnswers(
            OpenStore store, boolean migrate, boolean production, Log log, Runnable prepared) {
        while (!store.isClosed()) {
            try {
                Thread.sleep(PAUSE.toMillis());
                create(store, migrate, production, log).ifPresentOrElse(problem -> log.fault(problem.what()), prepared);
                return;
            } catch (StoreUnavailableException e) {
                // Asked again after the next pause.
            } catch (StoreException e) {
                log.fault("the " + what(store) + " of the store couldn't be created: " + e.getMessage());
                return;
            } catch (RuntimeException e) {
                // The store's client throws its own kind of exception when it is closed during a request.
                if (store.isClosed()) return;
                throw e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static Optional<Problem> create(OpenStore store, boolean migrate, boolean production, Log log) {
        var problem = problem(store, migrate, production);
        if (problem.isPresent() || store.schema().isEmpty()) return problem;
        var schema = store.schema().get();
        if (schema.schemaStatus().isCurrent()) return Optional.empty();
        if (!migrate) log.step("the store is empty, and this isn't production: creating its " + schema.schemaKind());
        schema.createSchema(log::step);
        return missing(schema);
    }

    /**
     * Returns the error of a store's tables that {@link #prepare} would not fix.
     *
     * @throws StoreUnavailableException where the store doesn't respond
     */
    public static Optional<Problem> problem(OpenStore store, boolean migrate, boolean production) {
        if (store.schema().isEmpty()) return Optional.empty();
        var schema = store.schema().get();
        try {
            var status = schema.schemaStatus();
            if (status.isCurrent()) return missing(schema);
            boolean unasked = status.isEmpty() && store.isEmbedded() && !production;
            if (migrate || unasked) return Optional.empty();
            return Optional.of(new Problem(lacking(what(store), status), true));
        } catch (StoreUnavailableException e) {
            throw e;
        } catch (StoreException e) {
            return Optional.of(new Problem(String.valueOf(e.getMessage()), false));
        }
    }

    private static String lacking(String what, Schema.SchemaStatus status) {
        if (status.isEmpty()) return "the " + what + " of the store are missing";
        if (status.version() == 0)
            return "some " + what + " of the store are missing; the existing ones stay as they are";
        return "the " + what + " of the store are old (" + status.version() + " of " + status.latest() + ")";
    }

    private static Optional<Problem> missing(Schema schema) {
        var lines = schema.missing();
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Problem(String.join("; ", lines), false));
    }

    private static String what(OpenStore store) {
        return store.schema().map(Schema::schemaKind).orElse("tables");
    }
}
