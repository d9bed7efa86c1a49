package dev.cardea.server.store;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Whether a store's tables or indexes are there and new enough, before anybody is served. */
public final class Schema {
    /**
     * Why a store cannot be served.
     *
     * @param what is wrong, and what mends it unless migrations do
     * @param isMigrated whether migrations mend it
     */
    public record Problem(String what, boolean isMigrated) {
        /** With what to do, in a file that is called so. */
        public String advice(Object config) {
            return isMigrated ? what + "; run: cardea migrate --config " + config + ", or set migrate: true" : what;
        }
    }

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private Schema() {}

    /**
     * Makes and upgrades the tables where that is wanted, and says what is wrong with them otherwise. A store that does
     * not answer is not waited for: it is asked again from a thread of its own, until it answers.
     *
     * @param migrate somebody asked for it
     * @param production nothing is made unasked
     * @param log a line for each step
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
                // A client that was closed while it asked has an exception of its own for that.
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
     * What is wrong with a store's tables that serving would not mend.
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
