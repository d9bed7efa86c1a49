package dev.cardea.adapter;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The records of sessions, by which a session can be listed and ended wherever its token is. A record outlives a restart,
 * and no session outlives its record.
 *
 * <p>Each method is one atomic step and sees every change that completed before it began, whichever process made it: a
 * store with replicas reads from its primary. Methods take part in a {@link UnitOfWork}.
 */
public interface SessionRegistry extends Adapter {
    /**
     * Stores a new record.
     *
     * @throws DuplicateKeyException if there is a record with this id
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void registerSession(SessionRecord session);

    /**
     * Returns the record and its user, in one round trip if the store can join. Expired records are returned as they are.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<RecordAndUser> getSessionRecord(String id);

    /**
     * Returns the records of a user, the most recently seen first and including expired ones; empty for an unknown user. If
     * there are more than 1,000 records, it returns the first 1,000.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<SessionRecord> listSessionRecords(String userId);

    /**
     * Extends a session that was last seen before a moment. Of concurrent callers, one makes the change. A record that was
     * ended is never stored again.
     *
     * @param seen when the session was used, from now on
     * @param expires when it ends from now on
     * @param ifBefore changes the record only if it was seen before this
     * @return whether this call made the change
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore);

    /**
     * Ends sessions, and returns the records that this call ended. Each record is returned to one caller only. When the call
     * returns, all selected records that were registered before it are gone.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; some of the sessions may have ended
     */
    List<SessionRecord> endSessions(SessionSelection which);
}
