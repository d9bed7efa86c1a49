package dev.cardea.adapter.testkit;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A second store, with the sessions of users who are in the first one. */
final class SessionsOnly implements SessionAdapter, SessionIndex {
    private final Map<String, AdapterSession> sessions = new ConcurrentHashMap<>();

    @Override
    public AdapterSession createSession(AdapterSession session) {
        sessions.put(session.sessionToken(), session);
        return session;
    }

    /** Always empty, because the users are in the first store. */
    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return Optional.empty();
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return Optional.ofNullable(
                sessions.computeIfPresent(change.sessionToken(), (token, session) -> change.applyTo(session)));
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return Optional.ofNullable(sessions.remove(sessionToken));
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return sessions.values().stream()
                .filter(session -> session.userId().equals(userId))
                .toList();
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        sessions.values()
                .removeIf(session -> session.userId().equals(userId)
                        && !session.sessionToken().equals(exceptToken));
    }
}
