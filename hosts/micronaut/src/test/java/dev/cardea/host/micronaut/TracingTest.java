package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.micrometer.tracing.CardeaSpans;
import dev.cardea.micrometer.tracing.EndedSpans;
import dev.cardea.providers.Google;
import dev.cardea.testing.Eventually;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Micronaut makes the span of each request, with OpenTelemetry. */
class TracingTest {
    @Test
    void a_sign_in_is_below_the_span_of_the_request() {
        var ended = new EndedSpans();
        var auth = RunningApplication.auth(config -> config.url("http://localhost")
                .provider(Google.provider().clientId("web").clientSecret("s")));
        try (var app = RunningApplication.by("tracing", auth, Map.of(), ended)) {
            var telemetry = app.context().getBean(OpenTelemetry.class);
            var tracer = new OtelTracer(telemetry.getTracer("dev.cardea"), new OtelCurrentTraceContext(), event -> {});
            auth.addObserver(CardeaSpans.of(tracer));
            assertThat(app.get("/auth/callback/google?code=x&state=y").statusCode())
                    .isEqualTo(302);
            awaitRoot(ended);
        }
        var request = ended.named("GET callback");
        var framework = ended.all().stream()
                .filter(span -> span.getSpanId().equals(request.getParentSpanId()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no parent among " + ended.all()));
        assertThat(framework.getParentSpanContext().isValid()).isFalse();
        assertThat(ended.named("sign-in end").getParentSpanId()).isEqualTo(request.getSpanId());
    }

    /** The span of the request ends after its response has left. */
    private static void awaitRoot(EndedSpans ended) {
        Eventually.isTrue(
                "a span without a parent",
                () -> !ended.all().stream()
                        .allMatch(span -> span.getParentSpanContext().isValid()));
    }
}
