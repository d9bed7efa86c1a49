package dev.cardea.micrometer.tracing;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The spans of a tracer of OpenTelemetry, in the order in which they ended. Safe for concurrent use. */
public final class EndedSpans implements SpanProcessor {
    private final List<SpanData> all = new CopyOnWriteArrayList<>();

    /** Returns a tracer that records every span. */
    public Tracer tracer() {
        return tracer(Sampler.alwaysOn());
    }

    public Tracer tracer(Sampler sampler) {
        var provider = SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(this)
                .build();
        return new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {});
    }

    public List<SpanData> all() {
        return List.copyOf(all);
    }

    /** Returns the first span of this name. */
    public SpanData named(String name) {
        return all.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among "
                        + all.stream().map(SpanData::getName).toList()));
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        all.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
