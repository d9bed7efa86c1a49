package dev.cardea.observe;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The observation of each thread. A request is handled by one thread from its start to its answer. */
final class Bound {
    private static final ThreadLocal<@Nullable Observation> CURRENT = new ThreadLocal<>();

    private Bound() {}

    static Observation current() {
        var bound = CURRENT.get();
        return bound == null ? Observation.NONE : bound;
    }

    static <T> T during(Observation observation, Supplier<T> work) {
        var before = CURRENT.get();
        if (before == null && observation == Observation.NONE) return work.get();
        CURRENT.set(observation);
        try {
            return work.get();
        } finally {
            if (before == null) CURRENT.remove();
            else CURRENT.set(before);
        }
    }
}
