package dev.cardea.examples.guides;

// sample

import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts failed sign-ins by their reason. */
public final class FailedSignIns implements Observer {
    private final Map<String, Integer> reasons = new ConcurrentHashMap<>();

    @Override
    public void observe(StepContext at, Step step) {
        if (step instanceof Step.SignInEnd end && end.error() != null) {
            reasons.merge(end.provider() + " " + end.error().code(), 1, Integer::sum);
        }
    }

    public Map<String, Integer> reasons() {
        return Map.copyOf(reasons);
    }
}
// end
