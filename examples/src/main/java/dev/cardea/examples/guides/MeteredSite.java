package dev.cardea.examples.guides;

// sample

import dev.cardea.AuthConfig;
import dev.cardea.micrometer.CardeaMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts and times sign-ins, sessions and the calls behind them. */
public final class MeteredSite {
    private MeteredSite() {}

    public static AuthConfig.Builder config(AuthConfig.Builder config, MeterRegistry registry) {
        return config.observer(CardeaMeters.of(registry));
    }
}
// end
