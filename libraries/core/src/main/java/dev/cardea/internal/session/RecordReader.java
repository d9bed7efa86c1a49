package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.error.AdapterException;
import dev.cardea.internal.session.TokenRecords.Span;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step.SessionConfirm;
import dev.cardea.observe.Step.SessionConfirm.Result;
import dev.cardea.observe.StoreOperation;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Reads records of sessions, and keeps what the store said. A site whose visitors all arrive in the same moment must not
 * take every connection of the store, so few reads are under way. Safe for concurrent use.
 */
final class RecordReader {
    private static final int MOST_READS = 64;
    private static final long PATIENCE_MILLIS = 1_000;

    private final Store store;
    private final Clock clock;
    private final Confirmations confirmations;
    private final Semaphore reads = new Semaphore(MOST_READS);
    private final ConcurrentHashMap<String, Read> underWay = new ConcurrentHashMap<>();

    /** A read of a record that others wait for, too. */
    private record Read(Confirmations.Question question, CompletableFuture<Optional<RecordAndUser>> answer) {}

    RecordReader(Store store, Clock clock, Confirmations confirmations) {
        this.store = store;
        this.clock = clock;
        this.confirmations = confirmations;
    }

    /**
     * Asks the store, and returns what it says.
     *
     * @throws AdapterException if the store fails, or its answer comes too late to be relied on
     */
    Optional<RecordAndUser> read(String id) {
        return read(id, confirmations.ask());
    }

    /** The answer that another request waits for, if no session has ended here since it was asked for, and it is young enough. */
    Optional<RecordAndUser> joined(String id) {
        var own = new Read(confirmations.ask(), new CompletableFuture<>());
        var leading =
                underWay.merge(id, own, (before, mine) -> confirmations.isOpen(before.question()) ? before : mine);
        if (leading != own) return answerOf(leading);
        try {
            var answer = read(id, own.question());
            own.answer().complete(answer);
            return answer;
        } catch (RuntimeException | Error e) {
            own.answer().completeExceptionally(e);
            throw e;
        } finally {
            underWay.remove(id, own);
        }
    }

    private static Optional<RecordAndUser> answerOf(Read leading) {
        try {
            return leading.answer().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AdapterException failure) throw failure;
            throw e;
        }
    }

    private Optional<RecordAndUser> read(String id, Confirmations.Question question) {
        try {
            var found = limited(id);
            if (found.isPresent() && !confirmations.isTimely(question)) throw unavailable("the answer came too late");
            var kept = found.filter(it -> it.user() != null || !it.session().isStoredUser())
                    .map(RecordAndUser::session)
                    .orElse(null);
            var span = kept == null ? null : Span.of(kept);
            confirmations.keep(id, question, span, kept == null ? null : kept.userId());
            observe(span == null || span.isOver(clock) ? Result.GONE : Result.LIVE);
            return found;
        } catch (AdapterException e) {
            observe(Result.UNKNOWN);
            throw e;
        }
    }

    private static void observe(Result result) {
        Observation.current().add(new SessionConfirm(result));
    }

    private Optional<RecordAndUser> limited(String id) {
        enter();
        try {
            return store.getSessionRecord(id);
        } finally {
            reads.release();
        }
    }

    private void enter() {
        try {
            if (reads.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw unavailable(MOST_READS + " reads of sessions are under way");
    }

    private static AdapterException unavailable(String why) {
        return new AdapterException(
                StoreOperation.GET_SESSION_RECORD.label(), new StoreUnavailableException(why, null));
    }
}
