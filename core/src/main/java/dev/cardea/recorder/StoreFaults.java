package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.Cause.Certainty.POSSIBLE;

import dev.cardea.observe.Step.StoreCall;
import dev.cardea.observe.Step.StoreCall.Result;
import dev.cardea.observe.StoreOperation;
import dev.cardea.recorder.Cause.Certainty;
import java.util.List;
import java.util.Set;

/** Faults of the store. The log line with the same reference has the database's own message. */
final class StoreFaults {
    private static final Set<StoreOperation> WRITES = Set.of(
            StoreOperation.CREATE_USER,
            StoreOperation.UPDATE_USER,
            StoreOperation.LINK_ACCOUNT,
            StoreOperation.CREATE_SESSION,
            StoreOperation.UPDATE_SESSION,
            StoreOperation.DELETE_SESSION,
            StoreOperation.CREATE_VERIFICATION_TOKEN,
            StoreOperation.USE_VERIFICATION_TOKEN,
            StoreOperation.CREATE_AUTHENTICATOR,
            StoreOperation.MARK_USED);

    static final List<Fault> ALL = List.of(
            fault(
                    "R43",
                    "Store unreachable",
                    LIKELY,
                    Set.of(Result.TIMEOUT),
                    false,
                    "The store did not answer or refused the connection",
                    "Check that the database runs, and address, credentials and firewall."),
            fault(
                    "R44",
                    "Connection pool exhausted",
                    POSSIBLE,
                    Set.of(Result.TIMEOUT),
                    false,
                    "All connections of the pool may have been in use",
                    "Look at the pool's figures. Raise its size, or find what holds connections."),
            fault(
                    "R45",
                    "Table missing",
                    POSSIBLE,
                    Set.of(Result.ERROR),
                    false,
                    "A table or column may be missing",
                    "Run cardea migrate, or createSchema of the adapter, and compare its status."),
            fault(
                    "R46",
                    "Address taken at the same moment",
                    CERTAIN,
                    Set.of(Result.CONFLICT),
                    false,
                    "Another request stored the same address or account at the same moment",
                    "The visitor starts again and is then found."),
            fault(
                    "R47",
                    "Read-only database",
                    POSSIBLE,
                    Set.of(Result.ERROR),
                    true,
                    "The database may be a read-only replica, or its disk may be full",
                    "Point the store at the primary, and check rights and disk."));

    private StoreFaults() {}

    private static Fault fault(
            String id,
            String title,
            Certainty certainty,
            Set<Result> results,
            boolean writes,
            String text,
            String remedy) {
        return new Fault(
                id,
                title,
                certainty,
                facts -> facts.last(
                                StoreCall.class,
                                it -> results.contains(it.result()) && (!writes || WRITES.contains(it.operation())))
                        .map(it -> text + ", in " + it.operation().label() + "."),
                remedy);
    }
}
