package dev.cardea.adapter;

import java.util.List;
import java.util.Optional;

/**
 * The records of modules, such as the password of a user or a sign-in that waits for a second factor. One capability and
 * one table serve every module.
 *
 * <p>Each method is one atomic step and sees every change that completed before it began: a store with replicas reads
 * from its primary. Methods take part in a {@link UnitOfWork}. A change whose response was lost fails with
 * {@link StoreUnavailableException}, or is repeated such that the first try can't make the second one lose.
 *
 * <p>An adapter may return expired records, which {@link Store} hides, and may remove them at any time. A user's records
 * are removed by {@link UserAdapter#deleteUser}.
 */
public interface ModuleRecords extends Adapter {
    /**
     * Returns a record; empty if there is none.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<ModuleRecord> getRecord(String kind, String id);

    /**
     * Returns the records of a user of one kind, in no particular order; empty for an unknown user.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<ModuleRecord> listRecordsByUserId(String userId, String kind);

    /**
     * Stores a record unless there is one with this kind and ID that hasn't expired. Of concurrent callers, one stores its
     * record.
     *
     * @return whether this call stored the record
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; the record may be stored
     */
    boolean createRecord(ModuleRecord record);

    /**
     * Replaces the version of a record that was read, and stores the next version ({@link ModuleRecord#replaced}). Of
     * concurrent callers with the same version, one replaces it. The user of a record can't change.
     *
     * @return whether this call replaced the record; {@code false} if it is gone or has another version
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; the record may be replaced
     */
    boolean replaceRecord(ModuleRecord record);

    /**
     * Removes a record and returns it. One of any number of callers receives it.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; the record may be removed
     */
    Optional<ModuleRecord> takeRecord(String kind, String id);

    /**
     * Removes the records of a user of one kind.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; some of the records may be removed
     */
    void deleteRecordsByUserId(String userId, String kind);
}
