package dev.cardea.internal.session;

import dev.cardea.internal.session.TokenRecords.Span;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the store said of sessions moments ago, so that it isn't asked for each request. Bounded in time and size. Safe for
 * concurrent use; nothing waits while the lock is held.
 *
 * <p>A session that was ended in this process is not accepted again: {@link #forget} removes it, and an answer of the
 * store that was asked for before is not kept.
 */
final class Confirmations {
    private static final int MAX_SESSIONS = 50_000;
    /** What the documentation promises for the end of a session. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(5);

    private final ElapsedTime time;
    private final Duration age;
    /** Forgotten when the younger half is full. */
    private Map<String, Confirmation> older = new HashMap<>();

    private Map<String, Confirmation> younger = new HashMap<>();
    private long ends;

    /**
     * What the store said.
     *
     * @param begun when it was asked
     * @param span {@code null}: there is no such session
     * @param userId whose session it is; {@code null} if there is none
     */
    record Confirmation(
            ElapsedTime.Moment begun,
            @Nullable Span span,
            @Nullable String userId) {}

    /** A question to the store. */
    record Question(ElapsedTime.Moment begun, long ends) {}

    /** @param age until an answer of the store is too old, from when it was asked */
    Confirmations(ElapsedTime time, Duration age) {
        this.time = time;
        this.age = age;
    }

    /** Returns what the store said of a session; empty if that is too long ago. */
    Optional<Confirmation> of(String id) {
        var found = found(id);
        return found != null && isFresh(found.begun()) ? Optional.of(found) : Optional.empty();
    }

    boolean isFresh(ElapsedTime.Moment begun) {
        return time.since(begun).compareTo(age) < 0;
    }

    private synchronized @Nullable Confirmation found(String id) {
        var found = younger.get(id);
        return found == null ? older.get(id) : found;
    }

    /** To be called before the store is asked. */
    Question ask() {
        var now = time.now();
        synchronized (this) {
            return new Question(now, ends);
        }
    }

    /** Returns whether the answer to a question still says something of a check that begins now. */
    boolean isOpen(Question question) {
        if (!isFresh(question.begun())) return false;
        synchronized (this) {
            return question.ends() == ends;
        }
    }

    /**
     * Returns whether an answer that has just come still says that there is a session. The process may have been stopped
     * since the store gave it.
     */
    boolean isTimely(Question question) {
        return time.since(question.begun()).compareTo(age.compareTo(MAX_DELAY) > 0 ? age : MAX_DELAY) <= 0;
    }

    /** Keeps an answer, unless a session has ended in this process since the question. */
    synchronized void keep(String id, Question question, @Nullable Span span, @Nullable String userId) {
        if (question.ends() == ends) put(id, new Confirmation(question.begun(), span, userId));
    }

    /** Keeps a session's new end; the store is asked again when it would have been. */
    synchronized void prolonged(String id, Span span) {
        var found = found(id);
        if (found != null && found.span() != null) put(id, new Confirmation(found.begun(), span, found.userId()));
    }

    private void put(String id, Confirmation confirmation) {
        if (younger.size() >= MAX_SESSIONS / 2) {
            older = younger;
            younger = new HashMap<>();
        }
        younger.put(id, confirmation);
    }

    /** A session has ended in this process. To be called when the store has said so. */
    synchronized void forget(String id) {
        ends++;
        younger.remove(id);
        older.remove(id);
    }

    /** A user's sessions have ended in this process. To be called when the store has said so. */
    synchronized void forgetAllOf(String userId) {
        ends++;
        younger.values().removeIf(each -> userId.equals(each.userId()));
        older.values().removeIf(each -> userId.equals(each.userId()));
    }

    /** Sessions may have ended in this process, and it is unknown which. */
    synchronized void forgetAll() {
        ends++;
        younger.clear();
        older.clear();
    }
}
