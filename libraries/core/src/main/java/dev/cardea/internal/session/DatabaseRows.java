package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionRows;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.hook.Events.SessionEnded.Reason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes and deletes the rows of database sessions. */
class DatabaseRows {
    private final Store store;

    DatabaseRows(Store store) {
        this.store = store;
    }

    StoredSession create(Store unit, String token, NewSession facts, Instant now, Instant end) {
        return StoredSession.of(unit.createSession(new AdapterSession(token, facts.userId(), end)));
    }

    /**
     * Returns the end that the row has then.
     *
     * @param stored the end that the row has
     */
    Instant prolong(String token, Instant stored, Instant end) {
        store.updateSession(SessionChange.of(token).expires(end));
        return end;
    }

    /** Returns when the cookie ends of a row that isn't extended now. */
    Instant cookieEnd(Instant stored, Instant end) {
        return end;
    }

    Optional<AdapterSession> delete(Store unit, String token) {
        return unit.deleteSession(token);
    }

    /** Without records, the configuration has no such logout. */
    void endOfProvider(Store unit, SessionSelection.OfProvider which) {}

    /** @param reason as for {@link SessionStrategy#stored} */
    StoredSessions stored(Store unit, @Nullable Reason reason) {
        return new SessionRows(unit);
    }
}
