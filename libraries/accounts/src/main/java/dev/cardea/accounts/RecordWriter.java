package dev.cardea.accounts;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.error.AdapterException;

/** Stores records of which there is at most one. */
final class RecordWriter {
    private RecordWriter() {}

    /**
     * Stores a record in place of an earlier one. There is no moment without either.
     *
     * @throws AdapterException if another request has stored one at this moment
     */
    static void put(Store store, ModuleRecord record) {
        var earlier = store.getRecord(record.kind(), record.id());
        boolean isStored = earlier.isPresent()
                ? store.replaceRecord(earlier.get().with(record.data(), record.expires()))
                : store.createRecord(record);
        if (isStored) return;
        throw new AdapterException("replaceRecord", new StoreConflictException("another request was faster", null));
    }
}
