package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import java.util.List;
import java.util.Optional;

/** Sessions, each call on a connection. */
final class Sessions implements ForwardingAdapter.Sessions {
    private final Connections connections;

    Sessions(Connections connections) {
        this.connections = connections;
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        return connections.inserting(
                "createSession", (tables, sql) -> tables.sessions().create(sql, session));
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return connections.each(
                "getSessionAndUser", (tables, sql) -> tables.sessions().withUser(sql, sessionToken));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return connections.each(
                "updateSession", (tables, sql) -> tables.sessions().update(sql, change));
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return connections.each(
                "deleteSession", (tables, sql) -> tables.sessions().delete(sql, sessionToken));
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return connections.each(
                "listSessionsByUserId", (tables, sql) -> tables.sessions().byUser(sql, userId));
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        connections.each("deleteSessionsByUserId", (tables, sql) -> {
            tables.sessions().deleteOthers(sql, userId, exceptToken);
            return true;
        });
    }
}
