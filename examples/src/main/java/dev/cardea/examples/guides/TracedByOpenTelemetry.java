package dev.cardea.examples.guides;

// sample

import dev.cardea.AuthConfig;
import dev.cardea.micrometer.tracing.CardeaSpans;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.OpenTelemetry;

/** Makes spans of sign-ins in an application that has OpenTelemetry without Micrometer. */
public final class TracedByOpenTelemetry {
    private TracedByOpenTelemetry() {}

    public static AuthConfig.Builder config(AuthConfig.Builder config, OpenTelemetry telemetry) {
        var tracer = new OtelTracer(telemetry.getTracer("dev.cardea"), new OtelCurrentTraceContext(), event -> {});
        return config.observer(CardeaSpans.of(tracer));
    }
}
// end
