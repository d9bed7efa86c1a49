/**
 * The traces of requests: which trace a request belongs to, and its spans, which are exported by OTLP. One class,
 * {@code OtlpTracer}, knows the OpenTelemetry SDK, with those that only it uses.
 */
@NullMarked
package dev.cardea.server.tracing;

import org.jspecify.annotations.NullMarked;
