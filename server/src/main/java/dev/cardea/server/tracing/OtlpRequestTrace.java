package dev.cardea.server.tracing;

import dev.cardea.micrometer.tracing.StepSpan;
import dev.cardea.micrometer.tracing.StepSpan.Form;
import dev.cardea.micrometer.tracing.StepSpans;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The spans of one request. Steps are added by its thread, and those of events by the thread that sends them later, so
 * all methods exclude one another; none waits for anything.
 */
final class OtlpRequestTrace implements RequestTrace {
    private static final String ERROR = "error.type";

    private final Tracer tracer;
    private final AnnouncedIds ids;
    private final Clock clock;
    private final Span request;
    private @Nullable Span signIn;
    /** By the name of a hook: the ids of spans that the application was sent, and that have not ended. */
    private final Map<String, Deque<String>> announced = new HashMap<>();

    OtlpRequestTrace(Tracer tracer, AnnouncedIds ids, Clock clock, Context parent) {
        this.tracer = tracer;
        this.ids = ids;
        this.clock = clock;
        request = tracer.spanBuilder("request")
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(clock.instant())
                .startSpan();
    }

    @Override
    public String traceId() {
        return request.getSpanContext().getTraceId();
    }

    @Override
    public Optional<String> spanId() {
        return Optional.of(request.getSpanContext().getSpanId());
    }

    @Override
    public synchronized TraceParent of(String hook) {
        var id = ids.generateSpanId();
        announced.computeIfAbsent(hook, it -> new ArrayDeque<>()).add(id);
        return new TraceParent(traceId(), id, request.getSpanContext().isSampled());
    }

    /** A step of this request. */
    synchronized void add(StepContext at, Step step) {
        if (!request.getSpanContext().isSampled()) return;
        var span = step.accept(StepSpans.OF_STEP);
        switch (span.form()) {
            case NONE -> {}
            case REQUEST -> describe(request, span);
            case SIGN_IN_START -> start(at.time(), span);
            case SIGN_IN_END -> end(at.time(), span);
            case CALL -> child(at.time(), span, SpanKind.CLIENT, announced(step));
            case WORK -> child(at.time(), span, SpanKind.INTERNAL, null);
            case MOMENT -> current().addEvent(span.name(), attributes(span), at.time());
        }
        if (at.flow() != null) request.setAttribute("cardea.flow", at.flow().toString());
        if (at.errorId() != null) request.setAttribute("cardea.reference", at.errorId());
    }

    private @Nullable String announced(Step step) {
        var hook = StepSpans.hook(step);
        var waiting = hook == null ? null : announced.get(hook);
        return waiting == null ? null : waiting.poll();
    }

    private Span current() {
        return signIn == null ? request : signIn;
    }

    /** What the browser sent comes first, and whether a sign-in begins or ends is known later. */
    private void start(Instant at, StepSpan span) {
        if (signIn == null) {
            signIn = tracer.spanBuilder(span.name())
                    .setParent(Context.root().with(request))
                    .setStartTimestamp(at)
                    .startSpan();
        }
        signIn.updateName(span.name());
        describe(signIn, span);
    }

    private void end(Instant at, StepSpan span) {
        if (signIn == null) return;
        describe(signIn, span);
        signIn.end(at);
        signIn = null;
    }

    private void child(Instant end, StepSpan step, SpanKind kind, @Nullable String id) {
        var duration = step.duration() == null ? Duration.ZERO : step.duration();
        var span = ids.during(
                id,
                () -> tracer.spanBuilder(step.name())
                        .setParent(Context.root().with(current()))
                        .setSpanKind(kind)
                        .setStartTimestamp(end.minus(duration))
                        .startSpan());
        describe(span, step);
        span.end(end);
    }

    private static void describe(Span span, StepSpan step) {
        if (step.form() == Form.REQUEST && !step.name().isEmpty()) span.updateName(step.name());
        span.setAllAttributes(attributes(step));
        var failure = step.failure();
        if (failure != null) span.setStatus(StatusCode.ERROR).setAttribute(ERROR, failure);
    }

    private static Attributes attributes(StepSpan step) {
        var all = Attributes.builder();
        step.attributes().forEach((key, value) -> put(all, key, value));
        return all.build();
    }

    private static void put(AttributesBuilder all, String key, Object value) {
        if (value instanceof Boolean truth) all.put(key, truth);
        else if (value instanceof Long number) all.put(key, number);
        else all.put(key, value.toString());
    }

    @Override
    public synchronized void end(int status) {
        var now = clock.instant();
        if (signIn != null) signIn.end(now);
        signIn = null;
        request.setAttribute("http.response.status_code", (long) status);
        if (status >= 500) request.setStatus(StatusCode.ERROR);
        request.end(now);
    }
}
