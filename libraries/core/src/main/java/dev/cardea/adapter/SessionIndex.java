package dev.cardea.adapter;

import java.util.List;

/** Sessions by their user, to list them and to end them all. */
public interface SessionIndex extends Adapter {
    /**
     * Returns all sessions of the user, expired ones too if they are still stored; empty for an unknown user.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<AdapterSession> listSessionsByUserId(String userId);

    /**
     * Ends all sessions of the user except one.
     *
     * @param exceptToken the session to keep; empty to end all
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void deleteSessionsByUserId(String userId, String exceptToken);
}
