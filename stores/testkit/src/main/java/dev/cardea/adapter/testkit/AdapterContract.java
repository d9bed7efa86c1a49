package dev.cardea.adapter.testkit;

import dev.cardea.adapter.Adapter;
import java.util.Set;

/** The adapter under test, and the particular limits of its store. */
public interface AdapterContract {
    /** Returns the adapter; the same store for all calls of one test. */
    Adapter adapter();

    /** Returns contracts of capabilities that another test class covers. */
    default Set<Class<? extends AdapterContract>> testedElsewhere() {
        return Set.of();
    }

    /** Returns how often each race is run, before {@link dev.cardea.testing.Rounds} scales it. */
    default int rounds() {
        return 200;
    }

    /** Returns how many threads take part in a race. */
    default int runners() {
        return 32;
    }

    /** Returns the length of the longest text for fields without an agreed limit, such as pictures and tokens. */
    default int longestText() {
        return 10_000;
    }
}
