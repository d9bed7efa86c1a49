package dev.cardea.internal.config;

import dev.cardea.error.ErrorType;
import java.util.List;
import java.util.stream.Collectors;

/** Checks the step that a module adds to sign-ins: there is at most one, and it has a store. */
final class SignInStepCheck {
    private static final String SETTING = "signInStep";

    private SignInStepCheck() {}

    static void check(Draft config, ConfigReport report) {
        if (config.signInSteps.isEmpty()) return;
        if (config.adapter == null) {
            report.error(
                    ErrorType.MISSING_ADAPTER, SETTING, "a sign-in step needs an adapter; set {}", List.of("adapter"));
        }
        if (config.signInSteps.size() == 1) return;
        var steps = config.signInSteps.stream()
                .map(step -> step.getClass().getName())
                .collect(Collectors.joining(", "));
        report.error(
                ErrorType.INVALID_CONFIGURATION,
                SETTING,
                "a sign-in has one step at most, and these modules add one each: " + steps + "; remove all but one");
    }
}
