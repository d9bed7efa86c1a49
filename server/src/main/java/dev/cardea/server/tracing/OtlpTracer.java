package dev.cardea.server.tracing;

import dev.cardea.config.Env;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Spans by the OpenTelemetry SDK, exported in batches by a separate thread. */
final class OtlpTracer implements Tracer {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> SERVICE_VERSION = AttributeKey.stringKey("service.version");
    /** What the SDK calls a service without a name. */
    private static final String UNKNOWN_SERVICE = "unknown_service";
    /** A strong reference: a logger that is not referenced loses its level. */
    private static final Logger OF_SDK = Logger.getLogger("io.opentelemetry");

    private final SdkTracerProvider provider;
    private final io.opentelemetry.api.trace.Tracer tracer;
    private final AnnouncedIds ids;
    private final Clock clock = Clock.systemUTC();
    /**
     * By the id in the contexts of their steps. The observation of a request holds that object, and events that wait hold
     * the observation, so an entry lives as long as steps of the request can come.
     */
    private final Map<Id, OtlpRequestTrace> requests = Collections.synchronizedMap(new WeakHashMap<>());

    private OtlpTracer(SdkTracerProvider provider, AnnouncedIds ids) {
        this.provider = provider;
        this.ids = ids;
        tracer = provider.get("dev.cardea");
    }

    static OtlpTracer start(Env env, String version) throws TracerException {
        var origin = Collector.of(env).map(Collector::origin).orElseThrow();
        var properties = Collector.properties(env);
        var ids = new AnnouncedIds();
        // ReportedExporter says what an operator has to know, unless the operator wants the SDK's own entries too.
        if (OF_SDK.getLevel() == null) OF_SDK.setLevel(Level.OFF);
        try {
            var sdk = AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesCustomizer(config -> properties)
                    .addResourceCustomizer((resource, config) -> withServiceName(resource, version))
                    .addTracerProviderCustomizer((builder, config) -> builder.setIdGenerator(ids))
                    .addSpanExporterCustomizer((exporter, config) ->
                            new ReportedExporter(exporter, origin, System::nanoTime, OtlpTracer::warn))
                    .build();
            return new OtlpTracer(sdk.getOpenTelemetrySdk().getSdkTracerProvider(), ids);
        } catch (RuntimeException e) {
            throw new TracerException("can't use the OpenTelemetry variables (OTEL_*): "
                    + Collector.withoutSecrets(String.valueOf(e.getMessage()), env));
        }
    }

    private static void warn(String message) {
        LOG.log(System.Logger.Level.WARNING, message);
    }

    private static Resource withServiceName(Resource resource, String version) {
        var missing = Resource.builder();
        var name = resource.getAttribute(SERVICE_NAME);
        if (name == null || name.startsWith(UNKNOWN_SERVICE)) missing.put(SERVICE_NAME, "cardea");
        if (resource.getAttribute(SERVICE_VERSION) == null) missing.put(SERVICE_VERSION, version);
        return resource.merge(missing.build());
    }

    @Override
    public @Nullable RequestTrace begin(@Nullable TraceParent received, boolean isRoute) {
        if (!isRoute) return Tracer.NONE.begin(received, false);
        var parent = received == null ? Context.root() : Context.root().with(Span.wrap(remote(received)));
        return new OtlpRequestTrace(tracer, ids, clock, parent);
    }

    private static SpanContext remote(TraceParent received) {
        return SpanContext.createFromRemoteParent(
                received.traceId(),
                received.spanId(),
                received.isSampled() ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                TraceState.getDefault());
    }

    @Override
    public Optional<Observer> spans(Supplier<@Nullable RequestTrace> current) {
        return Optional.of((at, step) -> observe(current, at, step));
    }

    private void observe(Supplier<@Nullable RequestTrace> current, StepContext at, Step step) {
        if (step instanceof Step.RequestStart && current.get() instanceof OtlpRequestTrace begun) {
            requests.put(at.request(), begun);
        }
        var trace = requests.get(at.request());
        if (trace != null) trace.add(at, step);
    }

    @Override
    public void close(Duration most) {
        var export = provider.shutdown().join(Math.max(1, most.toMillis()), TimeUnit.MILLISECONDS);
        if (!export.isDone()) warn("the last spans weren't exported before the process ended");
    }
}
