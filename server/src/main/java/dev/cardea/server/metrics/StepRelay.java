package dev.cardea.server.metrics;

import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes steps to the meters and the spans of the process, which start after the configuration was read. Until then, and
 * in a process without them, it drops the steps.
 */
public final class StepRelay implements Observer {
    private volatile @Nullable Observer observer;

    /** Passes all steps to a further observer from now on. */
    public synchronized void add(Observer further) {
        var first = observer;
        observer = first == null ? further : both(first, further);
    }

    /** What one throws keeps no step from the other. */
    private static Observer both(Observer first, Observer second) {
        return (at, step) -> {
            try {
                first.observe(at, step);
            } finally {
                second.observe(at, step);
            }
        };
    }

    @Override
    public void observe(StepContext at, Step step) {
        var some = observer;
        if (some != null) some.observe(at, step);
    }
}
