package dev.cardea.server.metrics;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.micrometer.CardeaMeters;
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
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Answers {@code GET /metrics}. Safe for concurrent use. */
public final class Metrics implements HttpHandler, AutoCloseable {
    private static final String OPENMETRICS = "application/openmetrics-text";
    private static final String OPENMETRICS_TYPE = OPENMETRICS + "; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain";
    private static final String TEXT_TYPE = TEXT + "; version=0.0.4; charset=utf-8";
    private static final Pattern WEIGHT = Pattern.compile("\\s*q=([01](?:\\.\\d{0,3})?)\\s*");

    /** Meters whose names break the conventions that {@code promtool check metrics} applies. */
    private static final Set<String> UNCONVENTIONAL = Set.of("process.cpu.time", "system.cpu.count");

    private final PrometheusMeterRegistry registry = registry();
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
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    private static PrometheusMeterRegistry registry() {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        // Before the first meter, or Micrometer warns at each start.
        registry.config().meterFilter(MeterFilter.deny(id -> UNCONVENTIONAL.contains(id.getName())));
        return registry;
    }

    public CardeaMeters meters() {
        return meters;
    }

    /** Returns the time of what is counted. */
    public Instant now() {
        return clock.instant();
    }

    @Override
    public Response handle(Request request) {
        var type = prefersOpenMetrics(request.header("accept").orElse("")) ? OPENMETRICS_TYPE : TEXT_TYPE;
        var headers = Headers.of("content-type", type).with("cache-control", "no-store");
        return Response.of(200, headers, registry.scrape(type).getBytes(StandardCharsets.UTF_8));
    }

    /** A scraper gets OpenMetrics only if it names it, and weighs it no less than plain text (RFC 9110, section 12.5.1). */
    private static boolean prefersOpenMetrics(String accept) {
        double open = weight(accept, OPENMETRICS);
        return open > 0 && open >= weight(accept, TEXT);
    }

    /** The highest weight that the header gives this media type by name; 0 if it does not name it. */
    private static double weight(String accept, String mediaType) {
        double highest = 0;
        for (var range : accept.toLowerCase(Locale.ROOT).split(",")) {
            var parts = range.split(";", -1);
            if (!parts[0].strip().equals(mediaType)) continue;
            double weight = 1;
            for (var parameter : parts) {
                var digits = WEIGHT.matcher(parameter);
                if (digits.matches()) weight = Double.parseDouble(digits.group(1));
            }
            highest = Math.max(highest, weight);
        }
        return highest;
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
