package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Records of sessions, each call on a connection. */
final class SessionRecords implements SessionRegistry {
    private final Connections connections;

    SessionRecords(Connections connections) {
        this.connections = connections;
    }

    @Override
    public void registerSession(SessionRecord session) {
        connections.inserting("registerSession", (tables, sql) -> {
            tables.sessionRecords().create(sql, session);
            return true;
        });
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return connections.each(
                "getSessionRecord", (tables, sql) -> tables.sessionRecords().withUser(sql, id));
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        var user = SessionSelection.ofUser(userId).userId();
        return connections.each(
                "listSessionRecords", (tables, sql) -> tables.sessionRecords().byUser(sql, user));
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        return connections.each(
                "prolongSession", (tables, sql) -> tables.sessionRecords().prolong(sql, id, seen, expires, ifBefore));
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        return connections.each(
                "endSessions", (tables, sql) -> tables.sessionRecords().end(sql, which));
    }
}
