package dev.cardea.internal.oauth;

import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the steps of one request. */
final class RecordedSteps extends Observation {
    private final List<Step> steps = new CopyOnWriteArrayList<>();

    @Override
    public void add(Step step) {
        steps.add(step);
    }

    List<Step> all() {
        return List.copyOf(steps);
    }

    <T extends Step> List<T> of(Class<T> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
