package dev.cardea.adapter;

import java.util.Optional;

/** Database sessions. */
public interface SessionAdapter extends Adapter {
    /**
     * Stores a new session.
     *
     * @throws DuplicateKeyException if the token exists
     * @throws RowNotFoundException if there is no such user; some stores keep sessions for users of another store
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    AdapterSession createSession(AdapterSession session);

    /**
     * Returns session and user, in one round trip if the store can join. Expired sessions are returned as they are.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<SessionAndUser> getSessionAndUser(String sessionToken);

    /**
     * Makes the change and returns the session after it. Returns empty if the session was deleted: an update never
     * recreates one.
     *
     * @throws RowNotFoundException if there is no such new owner; not every store verifies it
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<AdapterSession> updateSession(SessionChange change);

    /**
     * Deletes a session and returns it; empty if it was deleted already.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<AdapterSession> deleteSession(String sessionToken);
}
