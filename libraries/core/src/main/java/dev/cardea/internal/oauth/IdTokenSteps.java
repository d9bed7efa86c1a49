package dev.cardea.internal.oauth;

import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.IdTokenRule.Rule;

/** Adds a step for each rule that is applied to an ID token. */
public final class IdTokenSteps {
    private IdTokenSteps() {}

    public static void add(ProviderId provider, Rule rule, boolean isMet) {
        var observation = Observation.current();
        if (observation.isObserved()) observation.add(new Step.IdTokenRule(provider, rule, isMet));
    }
}
