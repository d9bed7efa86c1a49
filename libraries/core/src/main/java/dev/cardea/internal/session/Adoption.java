package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.error.AdapterException;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes a revocable session of one that a site had before: each value of a cookie becomes one session, once, so that one
 * which was ended does not come back. Safe for concurrent use.
 */
final class Adoption {
    private static final String NO_USER = "";
    private static final Duration PAUSE = Duration.ofMillis(25);
    private static final int TRIES = 16;

    private final Store store;
    private final Instant until;
    private final Duration maxAge;
    private final Clock clock;

    Adoption(Store store, Instant until, Duration maxAge, Clock clock) {
        this.store = store;
        this.until = until;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    /** Returns the id of the session that a cookie with this value becomes. */
    static String id(String value) {
        return Hashes.sha256Hex(value);
    }

    boolean isOver() {
        return !clock.instant().isBefore(until);
    }

    /** Whether no process adopts any more: no clock is behind this one by as much as a session lasts. */
    private boolean isOverEverywhere() {
        return !clock.instant().isBefore(lastExpiry());
    }

    private Instant lastExpiry() {
        return until.plus(maxAge);
    }

    /** Returns the record of the session that the token becomes, or became; empty if it has ended, or its user's all have. */
    Optional<SessionRecord> ofToken(String value, Claims token) {
        var sub = token.text("sub");
        if (sub == null) return Optional.empty();
        var now = clock.instant();
        var end = TokenLifetimes.expiry(token).orElse(now.plus(maxAge));
        boolean isStored = store.has(UserAdapter.class) && store.getUser(sub).isPresent();
        return registered(record(value, sub, isStored, now, end));
    }

    /** The same for the key of a database session. */
    Optional<SessionRecord> ofRow(String value) {
        if (!store.has(SessionAdapter.class)) return Optional.empty();
        return store.getSessionAndUser(value)
                .map(found -> found.session())
                .filter(row -> row.expires().isAfter(clock.instant()))
                .flatMap(row -> registered(record(value, row)));
    }

    private SessionRecord record(String value, AdapterSession row) {
        return record(value, row.userId(), true, clock.instant(), row.expires());
    }

    private static SessionRecord record(String value, String userId, boolean isStored, Instant now, Instant end) {
        return new SessionRecord(id(value), userId, isStored, now, now, end, "", null, null, null, null);
    }

    /** Of concurrent requests one registers the session, and the others wait for its record. */
    private Optional<SessionRecord> registered(SessionRecord session) {
        var existing = existing(session.id());
        if (existing.isPresent()) return existing;
        if (isBarred(session)) return Optional.empty();
        boolean isFirst = store.inUnit(unit -> {
            if (!markUsed(unit, session.id())) return false;
            unit.registerSession(session);
            return true;
        });
        if (!isFirst) return awaited(session.id());
        // All of the user's sessions may have ended since the barrier was asked for.
        if (!isBarred(session)) return Optional.of(session);
        store.endSessions(SessionSelection.one(session.id()));
        return Optional.empty();
    }

    private boolean isBarred(SessionRecord session) {
        return store.getSessionRecord(barrier(session.userId())).isPresent();
    }

    private Optional<SessionRecord> existing(String id) {
        return store.getSessionRecord(id).map(RecordAndUser::session);
    }

    private Optional<SessionRecord> awaited(String id) {
        for (int i = 0; i < TRIES; i++) {
            var found = existing(id);
            if (found.isPresent() || !sleep()) return found;
        }
        return Optional.empty();
    }

    /** Returns false where the thread is to stop. */
    private static boolean sleep() {
        try {
            Thread.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets no session with this id be adopted any more: what the site had before may outlive the record. */
    void close(Store unit, String id) {
        if (!isOverEverywhere()) markUsed(unit, id);
    }

    private boolean markUsed(Store unit, String id) {
        return unit.markUsed("adopted:" + id, lastExpiry());
    }

    /** Lets no session of this user be adopted any more. The record is on no user's list. */
    void bar(Store unit, String userId) {
        if (isOverEverywhere()) return;
        var id = barrier(userId);
        // In a unit, this waits for another one that stores the barrier.
        markUsed(unit, id);
        if (unit.getSessionRecord(id).isPresent()) return;
        var now = clock.instant();
        try {
            unit.registerSession(
                    new SessionRecord(id, NO_USER, false, now, now, lastExpiry(), "", null, null, null, null));
        } catch (AdapterException e) {
            if (!StoreException.isCausedBy(DuplicateKeyException.class, e)) throw e;
        }
    }

    private static String barrier(String userId) {
        return Hashes.sha256Hex("barrier\n" + userId);
    }
}
