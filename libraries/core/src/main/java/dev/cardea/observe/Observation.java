package dev.cardea.observe;

import java.util.function.Supplier;

/**
 * Where the steps of one request go. Code that has no request at hand, such as a module that calls another process,
 * adds its steps to {@link #current()}.
 *
 * <pre>{@code
 * Observation.current().add(new Step.PasswordHash(Algorithm.ARGON2, elapsed));
 * }</pre>
 */
public interface Observation {
    /** Drops every step. */
    Observation NONE = step -> {};

    /** Adds a step. Never throws. Safe for concurrent use. */
    void add(Step step);

    /** Returns whether steps are observed at all. If not, a caller need not gather facts that cost time. */
    default boolean isObserved() {
        return this != NONE;
    }

    /** Returns the observation of the request that this thread handles; {@link #NONE} if the thread handles none. */
    static Observation current() {
        return Bound.current();
    }

    /**
     * Runs work that belongs to this observation: {@link #current()} returns it on this thread in the meantime. For the
     * library, and for work that another thread does for a request.
     */
    default <T> T during(Supplier<T> work) {
        return Bound.during(this, work);
    }
}
