package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRows;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.jose.Hashes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows with a record next to each, which says when and where the session began. The row decides whether there is a session,
 * and a check reads nothing else. Rows that Auth.js wrote have no record: their age has no limit.
 */
final class RecordedRows extends DatabaseRows {
    private final Store store;
    private final Devices devices;
    private final @Nullable Duration absoluteAge;
    private final Clock clock;
    private final EventPublisher publisher;

    RecordedRows(
            Store store,
            SessionOptions options,
            Clock clock,
            Supplier<String> generateSessionToken,
            EventPublisher publisher) {
        super(store, options, clock, generateSessionToken);
        this.store = store;
        devices = options.devices() == null ? Devices.NONE : options.devices();
        absoluteAge =
                options.absoluteAgeOr(SessionTraits.DATABASE.absoluteAge()).orElse(null);
        this.clock = clock;
        this.publisher = publisher;
    }

    /** The record first: without its row it is on no list. */
    @Override
    StoredSession create(Store unit, String token, NewSession facts, Instant now, Instant end) {
        var latest = limited(facts.begunOr(now), end);
        var record = facts.record(id(token), true, now, latest, devices);
        unit.registerSession(record);
        return super.create(unit, token, facts, now, latest).with(record);
    }

    @Override
    Instant prolong(String token, Instant stored, Instant end) {
        var record = store.getSessionRecord(id(token));
        var latest = record.map(found -> limited(found.session().begun(), end)).orElse(end);
        if (!latest.isAfter(stored)) return stored;
        super.prolong(token, stored, latest);
        if (record.isPresent()) store.prolongSession(id(token), clock.instant(), latest, clock.instant());
        return latest;
    }

    /** The row may be at its absolute end, which only the record says. */
    @Override
    Instant cookieEnd(Instant stored, Instant end) {
        return absoluteAge == null ? end : stored;
    }

    private Instant limited(Instant begun, Instant end) {
        if (absoluteAge == null) return end;
        var last = begun.plus(absoluteAge);
        return last.isBefore(end) ? last : end;
    }

    @Override
    Optional<AdapterSession> delete(Store unit, String token) {
        var deleted = super.delete(unit, token);
        unit.endSessions(SessionSelection.one(id(token)));
        return deleted;
    }

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        var rows = new SessionRows(unit);
        return new StoredSessions() {
            @Override
            public boolean canList() {
                return rows.canList();
            }

            @Override
            public List<StoredSession> list(String userId) {
                return new AllSessions(unit)
                        .list(userId).stream()
                                .filter(session -> session.row() != null)
                                .toList();
            }

            @Override
            public boolean end(StoredSession session) {
                boolean isEnded = rows.end(session);
                endRecords(unit, SessionSelection.one(session.id(), session.userId()), reason);
                return isEnded;
            }

            @Override
            public void endAll(String userId, @Nullable StoredSession except) {
                rows.endAll(userId, except);
                endRecords(unit, StoredSession.ofUser(userId, except), reason);
            }
        };
    }

    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {
        var rows = new SessionRows(unit);
        for (var ended : endRecords(unit, which, Reason.PROVIDER)) {
            rows.list(ended.userId()).stream()
                    .filter(row -> row.id().equals(ended.id()))
                    .forEach(rows::end);
        }
    }

    private List<SessionRecord> endRecords(Store unit, SessionSelection which, @Nullable Reason reason) {
        var ended = unit.endSessions(which);
        if (reason != null) unit.afterUnit(() -> ended.forEach(session -> publisher.sessionEnded(session, reason)));
        return ended;
    }

    private static String id(String token) {
        return Hashes.sha256Hex(token);
    }
}
