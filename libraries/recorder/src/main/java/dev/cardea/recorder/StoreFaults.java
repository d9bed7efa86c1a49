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
    static final List<KnownFault> ALL = List.of(
            fault(
                    "R43",
                    "Store unreachable",
                    LIKELY,
                    is(StoreReason.UNREACHABLE),
                    "The store didn't respond or refused the connection",
                    "Check that the database is running, and its URL, credentials and firewall."),
            fault(
                    "R44",
                    "Connection pool exhausted",
                    CERTAIN,
                    is(StoreReason.POOL_EXHAUSTED),
                    "All connections of the application's pool were in use",
                    "Check the pool's metrics. Increase its size, or find out what keeps connections open."),
            fault(
                    "R45",
                    "Table missing",
                    CERTAIN,
                    is(StoreReason.TABLE_MISSING),
                    "The database has no such table or column",
                    "Run cardea migrate, or the adapter's createSchema."),
            new KnownFault(
                    "R46",
                    "Email address was just taken",
                    LIKELY,
                    facts -> facts.last(StoreCall.class, it -> it.result() == Result.CONFLICT)
                            .filter(it -> facts.isError(ErrorType.ADAPTER_ERROR))
                            .map(it -> "Another request stored the same email address or account at the same "
                                    + "moment, in "
                                    + it.operation().label() + "."),
                    "The visitor starts again, and it works. If it doesn't, check whether your own unique index "
                            + "rejects the user."),
            fault(
                    "R47",
                    "Read-only database",
                    CERTAIN,
                    is(StoreReason.READ_ONLY),
                    "The database does not accept writes: it is a replica, or is switched to read-only",
                    "Connect the store to the primary, and check permissions and disk space."),
            fault(
                    "R48",
                    "User deleted during the sign-in",
                    LIKELY,
                    is(StoreReason.ROW_MISSING),
                    "The user, or another row to which the write refers, was removed during the sign-in",
                    "The visitor starts again. If it happens often, find the job or callback that removes users."));

    private StoreFaults() {}

    private static Predicate<StoreCall> is(StoreReason reason) {
        return it -> it.reason() == reason;
    }

    private static KnownFault fault(
            String id, String title, Certainty certainty, Predicate<StoreCall> condition, String text, String remedy) {
        return new KnownFault(
                id,
                title,
                certainty,
                facts -> facts.last(StoreCall.class, condition)
                        .map(it -> text + ", in " + it.operation().label() + "."),
                remedy);
    }
}
