package dev.cardea.accounts.factor;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Counts the tries of what a record is for. */
public final class Tries {
    private Tries() {}

    /**
     * Counts a try. Of tries at the same moment each counts.
     *
     * @param read returns what is stored now; empty once nothing can be tried
     * @param counted returns its record with a further try
     * @return as it was before this try; empty if nothing can be tried
     */
    public static <T> Optional<T> count(Store store, Supplier<Optional<T>> read, Function<T, ModuleRecord> counted) {
        while (true) {
            var tried = read.get();
            if (tried.isEmpty() || store.replaceRecord(counted.apply(tried.get()))) return tried;
        }
    }
}
