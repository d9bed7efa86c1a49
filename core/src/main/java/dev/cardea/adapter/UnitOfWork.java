package dev.cardea.adapter;

import java.util.function.Function;

/** All or nothing for several calls; without it the order of calls lets a retry heal what a crash left. */
public interface UnitOfWork extends Adapter {
    /**
     * Runs the work on an adapter bound to one transaction, and commits when it returns. What it throws rolls
     * everything back and is rethrown. After a conflict with another transaction the work may run again, so it must
     * have no effect but through the adapter it is given.
     */
    <T> T inUnit(Function<Adapter, T> work);
}
