package dev.cardea.internal.engine;

import dev.cardea.internal.config.Services;
import dev.cardea.internal.observe.AddedObservers;
import dev.cardea.internal.observe.ModuleObservers;
import dev.cardea.limit.InMemoryRateLimiter;
import dev.cardea.limit.RateLimiter;
import dev.cardea.module.ObserverModule;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * What all configurations of one {@code Auth} have in common: those that it had before a reload, and those of different
 * requests. Safe for concurrent use.
 */
public final class SharedState {
    private final ModuleObservers modules = new ModuleObservers(Services.of(ObserverModule.class));
    private final AddedObservers observers = new AddedObservers();
    private @Nullable RateLimiter counter;

    /** Returns what modules keep of the requests. */
    public ModuleObservers modules() {
        return modules;
    }

    /** Returns the observers that the application has added. */
    public AddedObservers observers() {
        return observers;
    }

    /**
     * Returns what counts attempts for configurations without their own counter.
     *
     * @param clock of the counter, if this is the first call
     */
    synchronized RateLimiter counter(Clock clock) {
        if (counter == null) counter = new InMemoryRateLimiter(clock);
        return counter;
    }
}
