package dev.cardea.host.testkit;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * What a framework measures by itself.
 *
 * @param meters the registry of the framework, to which the host binds the meters of Cardea
 * @param healthPath path that answers 200 while the application is healthy and 503 otherwise, or shows {@link Application#health}
 */
public record Telemetry(MeterRegistry meters, String healthPath) {}
