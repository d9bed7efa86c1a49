package dev.cardea.server.store;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;

/** Opens the store that a configuration names. */
public final class Stores {
    private Stores() {}

    /** @throws IllegalArgumentException where it is not available; see {@link StoreSettings#problem} */
    public static Adapter open(StoreSettings store) {
        if (store.isMemory()) return new InMemoryAdapter();
        throw new IllegalArgumentException(store.problem().orElse("is not available in this build"));
    }
}
