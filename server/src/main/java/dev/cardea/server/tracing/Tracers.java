package dev.cardea.server.tracing;

import dev.cardea.config.Env;

/** Makes the {@link Tracer} of a process. */
public final class Tracers {
    private Tracers() {}

    /**
     * Returns the traces that the variables ask for; {@link Tracer#NONE} unless they name a collector. The SDK is loaded only
     * where they do.
     *
     * @param env holds the variables of OpenTelemetry, such as {@code OTEL_EXPORTER_OTLP_ENDPOINT}
     * @param version of the server, an attribute of its traces
     * @throws TracerException if a variable cannot be used
     */
    public static Tracer of(Env env, String version) throws TracerException {
        return Collector.of(env).isEmpty() ? Tracer.NONE : OtlpTracer.start(env, version);
    }
}
