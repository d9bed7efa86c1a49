package dev.cardea.internal.engine;

import dev.cardea.hook.AuthLogger;
import dev.cardea.internal.observe.AddedObservers;
import dev.cardea.limit.InMemoryRateLimiter;
import dev.cardea.limit.RateLimiter;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Observer;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.RecorderOptions;
import dev.cardea.recorder.Trace;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all configurations of one {@code Auth} have in common: those that it had before a reload, and those of different
 * requests. Safe for concurrent use.
 */
public final class SharedState {
    private final Recorder recorder = new Recorder();
    private final AddedObservers observers = new AddedObservers();
    private @Nullable RateLimiter counter;

    /** Returns the recorder of failed sign-ins. */
    public Recorder recorder() {
        return recorder;
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

    /**
     * Returns what observes the requests of one configuration for the recorder; empty if it turns the recorder off.
     *
     * @param configuration returns its digest; {@code null} for one that is invalid
     */
    Optional<Observer> recording(RecorderOptions options, Supplier<@Nullable Digest> configuration, AuthLogger logger) {
        if (!options.isOn()) return Optional.empty();
        return Optional.of(recorder.writing(options, Trace.Source.of(configuration.get()), logger::warn));
    }
}
