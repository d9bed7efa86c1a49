package dev.cardea.adapter;

import java.util.Optional;

/** Database sessions. */
public interface SessionAdapter extends Adapter {
    AdapterSession createSession(AdapterSession session);

    /** Returns session and user, in one round trip if the store can join. Expired sessions are returned as they are. */
    Optional<SessionAndUser> getSessionAndUser(String sessionToken);

    /** Changes the given fields. Returns empty if the session was deleted: an update never recreates one. */
    Optional<AdapterSession> updateSession(SessionChange change);

    /** Deletes a session and returns it; empty if it was deleted already. */
    Optional<AdapterSession> deleteSession(String sessionToken);
}
