package dev.cardea.observe;

import java.util.function.Supplier;

/**
 * Receives the steps of one request. Code that doesn't have the request, such as a module that calls another process,
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

    /** Returns whether steps are observed at all. If not, don't gather facts that cost time. */
    default boolean isObserved() {
        return this != NONE;
    }

    /** Returns the observation of the request that this thread handles; {@link #NONE} if the thread handles none. */
    static Observation current() {
        return Bound.current();
    }

    /**
     * Runs work that belongs to this observation: until it ends, {@link #current()} returns this observation on this
     * thread. Use it for work that another thread does for a request.
     */
    default <T> T during(Supplier<T> work) {
        return Bound.during(this, work);
    }
}
