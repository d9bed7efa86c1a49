package dev.cardea.adapter;

import java.util.Optional;

/** Database sessions. */
public interface SessionAdapter extends Adapter {
    AdapterSession createSession(AdapterSession session);

    /** Session and user in one round trip where the store can join; expired rows are returned as they are. */
    Optional<SessionAndUser> getSessionAndUser(String sessionToken);

    /** Changes the given fields. Empty where the session is gone: an update never brings one back. */
    Optional<AdapterSession> updateSession(SessionChange change);

    /** Returns what was deleted; twice is harmless and empty. */
    Optional<AdapterSession> deleteSession(String sessionToken);
}
