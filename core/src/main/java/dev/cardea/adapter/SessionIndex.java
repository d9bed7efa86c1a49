package dev.cardea.adapter;

import java.util.List;

/** Sessions by their user, to list them and to end them all. */
public interface SessionIndex extends Adapter {
    List<AdapterSession> listSessionsByUserId(String userId);

    /**
     * Ends all sessions of the user except one.
     *
     * @param exceptToken the session to keep; empty to end all
     */
    void deleteSessionsByUserId(String userId, String exceptToken);
}
