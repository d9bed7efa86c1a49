package dev.cardea.server.metrics;

import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes steps to the meters of the process, which start after the configuration was read. Until then, and in a process
 * without meters, it drops them.
 */
public final class StepRelay implements Observer {
    private volatile @Nullable Observer meters;

    /** Passes all steps from now on. */
    public void to(Observer some) {
        meters = some;
    }

    @Override
    public void observe(StepContext at, Step step) {
        var some = meters;
        if (some != null) some.observe(at, step);
    }
}
