package dev.cardea.observe;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives the steps of one request. Code that doesn't have the request, such as a module that calls another process,
 * adds its steps to {@link #current()}.
 *
 * <pre>{@code
 * Observation.current().add(new Step.PasswordHash(Algorithm.ARGON2, elapsed));
 * }</pre>
 */
public abstract class Observation {
    /** A request is handled by one thread from its start to its answer. */
    private static final ThreadLocal<@Nullable Observation> CURRENT = new ThreadLocal<>();

    /** Drops every step. */
    public static final Observation NONE = new Observation() {
        @Override
        public void add(Step step) {
            // The request has no observer.
        }
    };

    protected Observation() {}

    /** Returns the observation of the request that this thread handles; {@link #NONE} if the thread handles none. */
    public static Observation current() {
        var current = CURRENT.get();
        return current == null ? NONE : current;
    }

    /** Adds a step. Never throws. Safe for concurrent use. */
    public abstract void add(Step step);

    /** Returns whether steps are observed at all. If not, don't gather facts that cost time. */
    public boolean isObserved() {
        return this != NONE;
    }

    /**
     * Runs work that belongs to this observation: until it ends, {@link #current()} returns this observation on this
     * thread. Use it for work that another thread does for a request.
     */
    public <T> T during(Supplier<T> work) {
        var before = CURRENT.get();
        if (before == null && this == NONE) return work.get();
        CURRENT.set(this);
        try {
            return work.get();
        } finally {
            if (before == null) CURRENT.remove();
            else CURRENT.set(before);
        }
    }
}
