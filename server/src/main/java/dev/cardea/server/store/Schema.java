package dev.cardea.server.store;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks and creates a store's tables or indexes before the server answers requests. */
public final class Schema {
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

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private Schema() {}

    /**
     * Creates and upgrades the tables where the settings allow it, and otherwise returns the error. Does not wait for a
     * store that does not answer: a background thread retries until it does.
     *
     * @param migrate whether the operator set {@code migrate}
     * @param production if {@code false}, empty embedded stores get their tables without {@code migrate}
     * @param log receives one line for each step
     */
    public static Optional<Problem> prepare(
            OpenStore store, boolean migrate, boolean production, Consumer<String> log) {
        try {
            return made(store, migrate, production, log);
        } catch (StoreFailure e) {
            if (!e.isUnavailable()) throw e;
            log.accept("the store does not answer yet: " + e.getMessage());
            var waiting = new Thread(() -> whenItAnswers(store, migrate, production, log), "cardea-store");
            waiting.setDaemon(true);
            waiting.start();
            return Optional.empty();
        }
    }

    private static void whenItAnswers(OpenStore store, boolean migrate, boolean production, Consumer<String> log) {
        while (!store.isClosed()) {
            try {
                Thread.sleep(PAUSE.toMillis());
                made(store, migrate, production, log).ifPresent(problem -> log.accept(problem.what()));
                return;
            } catch (StoreFailure e) {
                if (e.isUnavailable()) continue;
                log.accept("the " + what(store) + " of the store cannot be made: " + e.getMessage());
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

    private static Optional<Problem> made(OpenStore store, boolean migrate, boolean production, Consumer<String> log) {
        var problem = problem(store, migrate, production);
        if (problem.isPresent() || store.migrations().isEmpty()) return problem;
        var migrations = store.migrations().get();
        if (migrations.status().isCurrent()) return Optional.empty();
        if (!migrate)
            log.accept("the store is empty, and this is not production: its " + migrations.what() + " are made");
        migrations.run(log);
        return missing(migrations);
    }

    /**
     * Returns the error of a store's tables that {@link #prepare} would not fix.
     *
     * @throws StoreFailure where the store does not answer
     */
    public static Optional<Problem> problem(OpenStore store, boolean migrate, boolean production) {
        if (store.migrations().isEmpty()) return Optional.empty();
        var migrations = store.migrations().get();
        try {
            var status = migrations.status();
            if (status.isCurrent()) return missing(migrations);
            boolean unasked = status.isEmpty() && store.isEmbedded() && !production;
            if (migrate || unasked) return Optional.empty();
            return Optional.of(new Problem(lacking(what(store), status), true));
        } catch (StoreFailure e) {
            if (e.isUnavailable()) throw e;
            return Optional.of(new Problem(String.valueOf(e.getMessage()), false));
        }
    }

    private static String lacking(String what, Migrations.Status status) {
        if (status.isEmpty()) return "the " + what + " of the store are missing";
        if (status.version() == 0)
            return "some " + what + " of the store are missing; those that are there stay as they are";
        return "the " + what + " of the store are old (" + status.version() + " of " + status.latest() + ")";
    }

    private static Optional<Problem> missing(Migrations migrations) {
        var lines = migrations.missing();
        return lines.isEmpty() ? Optional.empty() : Optional.of(new Problem(String.join("; ", lines), false));
    }

    private static String what(OpenStore store) {
        return store.migrations().map(Migrations::what).orElse("tables");
    }
}
