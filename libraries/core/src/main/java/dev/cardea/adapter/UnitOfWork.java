package dev.cardea.adapter;

import java.util.function.Function;

/**
 * Runs several calls as one transaction. Without it, calls are ordered so that a retry repairs what a crash left
 * behind.
 */
public interface UnitOfWork extends Adapter {
    /**
     * Runs the work on an adapter bound to one transaction, and commits when it returns. An exception rolls everything
     * back and is rethrown. After a conflict with another transaction the work may run again, so it must have no effect
     * except through the adapter it receives.
     *
     * @throws StoreConflictException if other transactions were in the way each time; nothing was written
     * @throws StoreUnavailableException if the store doesn't respond. If the commit got no answer, it is unknown
     *     whether the work was done
     */
    <T> T inUnit(Function<Adapter, T> work);
}
