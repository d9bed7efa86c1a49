package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionRows;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Events.SessionEnded.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes and deletes the rows of database sessions. */
class DatabaseRows implements SessionStorage {
    private final Store store;
    private final Clock clock;
    private final Duration maxAge;
    private final @Nullable SessionLimit limit;
    private final Supplier<String> generateSessionToken;

    DatabaseRows(Store store, SessionOptions options, Clock clock, Supplier<String> generateSessionToken) {
        this.store = store;
        this.clock = clock;
        maxAge = options.maxAge();
        limit = options.maxPerUser() == null ? null : new SessionLimit(options.maxPerUser(), maxAge);
        this.generateSessionToken = generateSessionToken;
    }

    @Override
    public StoredSession open(Store unit, NewSession facts) {
        var now = clock.instant();
        var opened = create(unit, generateSessionToken.get(), facts, now, now.plus(maxAge));
        if (limit != null) limit.apply(stored(unit, Reason.LIMIT), opened);
        return opened;
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
    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {}

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        return new SessionRows(unit);
    }
}
