package dev.cardea.examples.guides;

import static dev.cardea.examples.guides.Acme.person;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.micrometer.tracing.EndedSpans;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;

/** The samples of docs/guides/traces.md. */
class TracesGuideTest {
    private final Acme acme = new Acme();
    private final EndedSpans ended = new EndedSpans();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(
                    SdkTracerProvider.builder().addSpanProcessor(ended).build())
            .build();

    @Test
    void a_sign_in_has_spans_by_a_tracer_of_Micrometer() {
        var tracer = new OtelTracer(telemetry.getTracer("site"), new OtelCurrentTraceContext(), event -> {});
        signIn(TracedSite.config(acme.config(), tracer));
    }

    @Test
    void a_sign_in_has_spans_by_OpenTelemetry_alone() {
        signIn(TracedByOpenTelemetry.config(acme.config(), telemetry));
    }

    private void signIn(AuthConfig.Builder config) {
        var auth = Auth.of(config);
        var framework = telemetry.getTracer("framework").spanBuilder("http").startSpan();
        try (var scope = framework.makeCurrent()) {
            assertThat(acme.session(auth, person("ada@acme.example", true))).contains("ada@acme.example");
        } finally {
            framework.end();
        }
        var callback = ended.named("GET callback");
        assertThat(callback.getParentSpanId())
                .isEqualTo(framework.getSpanContext().getSpanId());
        var signIn = ended.named("sign-in end");
        assertThat(signIn.getParentSpanId()).isEqualTo(callback.getSpanId());
        assertThat(ended.named("provider token").getParentSpanId()).isEqualTo(signIn.getSpanId());
        assertThat(ended.all())
                .extracting(SpanData::getTraceId)
                .containsOnly(framework.getSpanContext().getTraceId());
    }
}
