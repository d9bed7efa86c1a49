package dev.cardea.server.metrics;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.observe.Id;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Set;

/** Answers {@code GET /metrics}. Safe for concurrent use. */
public final class Metrics implements HttpHandler, AutoCloseable {
    private static final String OPENMETRICS = "application/openmetrics-text";
    private static final String OPENMETRICS_TYPE = OPENMETRICS + "; version=1.0.0; charset=utf-8";
    private static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final Id NO_REQUEST = new Id(0);

    /** Meters whose names break the conventions that {@code promtool check metrics} applies. */
    private static final Set<String> UNCONVENTIONAL = Set.of("process.cpu.time", "system.cpu.count");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CardeaMeters meters = CardeaMeters.of(registry);
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final Clock clock;

    /** @param version of the server */
    public Metrics(String version, Clock clock) {
        this.clock = clock;
        meters.info(version).configLoaded(clock.instant());
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        registry.config().meterFilter(MeterFilter.deny(id -> UNCONVENTIONAL.contains(id.getName())));
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    public CardeaMeters meters() {
        return meters;
    }

    /** Adds a step that belongs to no request, such as a clean-up. */
    public void add(Step step) {
        meters.observe(new StepContext(clock.instant(), NO_REQUEST, null, null, null), step);
    }

    @Override
    public Response handle(Request request) {
        boolean isOpen = request.header("accept").orElse("").contains(OPENMETRICS);
        var type = isOpen ? OPENMETRICS_TYPE : TEXT_TYPE;
        var headers = Headers.of("content-type", type).with("cache-control", "no-store");
        return Response.of(200, headers, registry.scrape(type).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
