package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.Step.StoreCall;
import dev.cardea.observe.Step.StoreCall.Result;
import dev.cardea.observe.StoreReason;
import dev.cardea.recorder.Cause.Certainty;
import java.util.List;
import java.util.function.Predicate;

/** Faults of the store. The log line with the same reference has the database's own message. */
final class StoreFaults {
    static final List<Fault> ALL = List.of(
            fault(
                    "R43",
                    "Store unreachable",
                    LIKELY,
                    is(StoreReason.UNREACHABLE),
                    "The store did not answer or refused the connection",
                    "Check that the database runs, and address, credentials and firewall."),
            fault(
                    "R44",
                    "Connection pool exhausted",
                    CERTAIN,
                    is(StoreReason.POOL_EXHAUSTED),
                    "All connections of the application's pool were in use",
                    "Look at the pool's figures. Raise its size, or find what holds connections."),
            fault(
                    "R45",
                    "Table missing",
                    CERTAIN,
                    is(StoreReason.TABLE_MISSING),
                    "The database has no such table or column",
                    "Run cardea migrate, or createSchema of the adapter, and compare its status."),
            new Fault(
                    "R46",
                    "Address taken at the same moment",
                    LIKELY,
                    facts -> facts.last(StoreCall.class, it -> it.result() == Result.CONFLICT)
                            .filter(it -> facts.isError(ErrorType.ADAPTER_ERROR))
                            .map(it -> "Another request stored the same address or account at the same moment, in "
                                    + it.operation().label() + "."),
                    "The visitor starts again and is then found. If that fails too, look for a unique index of your own."),
            fault(
                    "R47",
                    "Read-only database",
                    CERTAIN,
                    is(StoreReason.READ_ONLY),
                    "The database does not accept writes: it is a replica, or is switched to read-only",
                    "Point the store at the primary, and check rights and disk."),
            fault(
                    "R48",
                    "User removed meanwhile",
                    LIKELY,
                    is(StoreReason.ROW_MISSING),
                    "The user, or another row to which the write refers, was removed during the sign-in",
                    "The visitor starts again. If it is reported often, find the job or callback that removes users."));

    private StoreFaults() {}

    private static Predicate<StoreCall> is(StoreReason reason) {
        return it -> it.reason() == reason;
    }

    private static Fault fault(
            String id, String title, Certainty certainty, Predicate<StoreCall> condition, String text, String remedy) {
        return new Fault(
                id,
                title,
                certainty,
                facts -> facts.last(StoreCall.class, condition)
                        .map(it -> text + ", in " + it.operation().label() + "."),
                remedy);
    }
}
