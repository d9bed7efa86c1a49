package dev.cardea.adapter.testkit;

import dev.cardea.adapter.Adapter;
import java.util.Set;

/** The adapter under test, and what is particular to its store. */
public interface AdapterContract {
    /** The adapter; the same store for all calls of one test. */
    Adapter adapter();

    /** Contracts of what the adapter can that another class of tests asks for. */
    default Set<Class<? extends AdapterContract>> testedElsewhere() {
        return Set.of();
    }

    /** How often each race is run. */
    default int rounds() {
        return 200;
    }

    /** How many take part in a race. */
    default int runners() {
        return 32;
    }

    /** The longest text that goes into fields without an agreed limit, such as pictures and tokens. */
    default int longestText() {
        return 10_000;
    }
}
