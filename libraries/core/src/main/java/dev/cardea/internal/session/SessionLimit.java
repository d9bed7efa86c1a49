package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * How many sessions a user may have. Those that were used last stay, and the new one.
 *
 * @param most at least 1
 * @param maxAge how long a session lasts without a request
 */
record SessionLimit(int most, Duration maxAge) {
    /** Ends the sessions beyond the limit. */
    void apply(StoredSessions sessions, StoredSession newest) {
        sessions.list(newest.userId()).stream()
                .filter(session -> !session.id().equals(newest.id()))
                .sorted(Comparator.comparing(this::seen).reversed())
                .skip(most - 1)
                .forEach(sessions::end);
    }

    /** A row is extended as a record is, and says only until when. */
    private Instant seen(StoredSession session) {
        var record = session.record();
        return record == null ? session.expires().minus(maxAge) : record.seen();
    }
}
