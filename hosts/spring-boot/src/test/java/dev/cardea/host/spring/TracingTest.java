package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.micrometer.tracing.EndedSpans;
import dev.cardea.testing.Eventually;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;

/** The framework makes the span of the request, as Boot does with a tracer. */
class TracingTest {
    private static final String BOOT_3_TRACING =
            "org.springframework.boot.actuate.autoconfigure.tracing.MicrometerTracingAutoConfiguration";

    /** Hexadecimal, and Base64 of a value that begins with it. */
    private static final String[] SPELLINGS_OF_PLANTED = {"706c616e746564", "cGxhbnRlZ"};

    @Test
    void a_tracer_has_sign_ins_below_the_span_of_the_request() {
        var ended = new EndedSpans();
        try (var app = Boot.run(
                ClassUtils.isPresent(BOOT_3_TRACING, null) ? byBoot(ended) : byTracer(ended),
                AutoConfigurationTest.HiddenConfiguration.class,
                "AUTH_SECRET=3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests",
                "cardea.providers=google",
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=gs",
                "management.tracing.sampling.probability=1")) {
            Web.get(app, "/auth/callback/google?code=x&state=y", "");
            awaitRoot(ended);
        }
        var request = ended.named("GET callback");
        var framework = ended.all().stream()
                .filter(span -> span.getSpanId().equals(request.getParentSpanId()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no parent among " + ended.all()));
        assertThat(framework.getName()).startsWith("http get");
        assertThat(framework.getParentSpanContext().isValid()).isFalse();
        assertThat(ended.named("sign-in end").getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(ended.named("sign-in end").getTraceId()).isEqualTo(framework.getTraceId());
    }

    @Test
    void no_span_of_the_framework_or_of_the_library_has_a_value_of_the_request() {
        var ended = new EndedSpans();
        try (var app = Boot.run(
                ClassUtils.isPresent(BOOT_3_TRACING, null) ? byBoot(ended) : byTracer(ended),
                AutoConfigurationTest.HiddenConfiguration.class,
                "AUTH_SECRET=3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests",
                "cardea.providers=google",
                "AUTH_GOOGLE_ID=g",
                "AUTH_GOOGLE_SECRET=planted-client-secret",
                "management.tracing.sampling.probability=1")) {
            var query = "?code=planted-code&state=planted-state&token=planted-token&email=planted%40mail.example";
            Web.send(HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + Boot.port(app) + "/auth/callback/google" + query))
                    .header("Cookie", "authjs.state=planted-cookie; authjs.session-token=planted-session")
                    .header("Authorization", "Bearer planted-bearer")
                    .header("User-Agent", "planted-agent")
                    .header("Referer", "http://127.0.0.1/?planted-referer")
                    .header("baggage", "user=planted-baggage")
                    .header("tracestate", "vendor=planted-tracestate"));
            awaitRoot(ended);
        }
        assertThat(ended.named("GET callback")).isNotNull();
        assertThat(ended.all()).anyMatch(span -> span.getName().startsWith("http get"));
        assertThat(ended.all().toString())
                .contains("/auth/callback/google")
                .doesNotContainIgnoringCase("planted")
                .doesNotContain(SPELLINGS_OF_PLANTED);
    }

    /** Actuator of Boot 3 creates a tracer, which tells each ended span to this bean. */
    private static Consumer<GenericApplicationContext> byBoot(EndedSpans ended) {
        return beans -> beans.registerBean(SpanProcessor.class, () -> ended);
    }

    /** In Boot 4 that is a separate module, so the tracer and its handler are the application's. */
    private static Consumer<GenericApplicationContext> byTracer(EndedSpans ended) {
        var tracer = ended.tracer();
        return beans -> {
            beans.registerBean(Tracer.class, () -> tracer);
            beans.registerBean(ObservationHandler.class, () -> new DefaultTracingObservationHandler(tracer));
        };
    }

    /** The span of the request ends after its response has left. */
    private static void awaitRoot(EndedSpans ended) {
        Eventually.isTrue(
                "a span without a parent",
                () -> !ended.all().stream()
                        .allMatch(span -> span.getParentSpanContext().isValid()));
    }
}
