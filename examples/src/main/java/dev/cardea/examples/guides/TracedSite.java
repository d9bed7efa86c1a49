package dev.cardea.examples.guides;

// sample

import dev.cardea.AuthConfig;
import dev.cardea.micrometer.tracing.CardeaSpans;
import io.micrometer.tracing.Tracer;

/** Makes spans of sign-ins and of the calls behind them. */
public final class TracedSite {
    private TracedSite() {}

    public static AuthConfig.Builder config(AuthConfig.Builder config, Tracer tracer) {
        return config.observer(CardeaSpans.of(tracer));
    }
}
// end
