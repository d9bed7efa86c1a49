package dev.cardea.micrometer.tracing;

import dev.cardea.micrometer.tracing.StepSpan.Form;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The spans of one request for a route of Cardea. Steps are added by its thread, and those of events by the thread that
 * sends them later, so they exclude one another; none waits for anything.
 */
final class RequestSpans {
    private static final String ERROR = "error.type";

    private final Tracer tracer;
    private final Span request;
    private @Nullable Span signIn;

    private RequestSpans(Tracer tracer, Span request) {
        this.tracer = tracer;
        this.request = request;
    }

    static RequestSpans start(Tracer tracer, Instant at) {
        return new RequestSpans(tracer, start(tracer, tracer.currentSpan(), "request", at, null));
    }

    /** Not recorded, by the decision of the tracer's sampler or of the caller's trace. */
    static boolean isUnsampled(Span span) {
        return span.isNoop() || Boolean.FALSE.equals(span.context().sampled());
    }

    synchronized void add(StepContext at, Step step) {
        boolean isEnd = step instanceof Step.RequestEnd;
        if (!isUnsampled(request)) describe(at, step);
        if (isEnd) end(at.time());
    }

    private void describe(StepContext at, Step step) {
        var span = step.accept(StepSpans.OF_STEP);
        switch (span.form()) {
            case NONE -> {}
            case REQUEST -> describe(request, span);
            case SIGN_IN_START -> startSignIn(at.time(), span);
            case SIGN_IN_END -> endSignIn(at.time(), span);
            case CALL -> child(tracer, current(), at.time(), span, Span.Kind.CLIENT);
            case WORK -> child(tracer, current(), at.time(), span, null);
            case MOMENT -> current().event(eventOf(span), nanos(at.time()), TimeUnit.NANOSECONDS);
        }
        if (at.flow() != null) request.tag("cardea.flow", at.flow().toString());
        if (at.errorId() != null) request.tag("cardea.reference", at.errorId());
    }

    private Span current() {
        return signIn == null ? request : signIn;
    }

    /** What the browser sent comes first, and whether a sign-in begins or ends is known later. */
    private void startSignIn(Instant at, StepSpan span) {
        if (signIn == null) signIn = start(tracer, request, span.name(), at, null);
        signIn.name(span.name());
        describe(signIn, span);
    }

    private void endSignIn(Instant at, StepSpan span) {
        if (signIn == null) return;
        describe(signIn, span);
        signIn.end(nanos(at), TimeUnit.NANOSECONDS);
        signIn = null;
    }

    private void end(Instant at) {
        if (signIn != null) signIn.end(nanos(at), TimeUnit.NANOSECONDS);
        signIn = null;
        request.end(nanos(at), TimeUnit.NANOSECONDS);
    }

    static void child(Tracer tracer, Span parent, Instant end, StepSpan step, Span.@Nullable Kind kind) {
        var duration = step.duration() == null ? Duration.ZERO : step.duration();
        var span = start(tracer, parent, step.name(), end.minus(duration), kind);
        describe(span, step);
        span.end(nanos(end), TimeUnit.NANOSECONDS);
    }

    private static Span start(Tracer tracer, @Nullable Span parent, String name, Instant at, Span.@Nullable Kind kind) {
        var builder = tracer.spanBuilder().name(name).startTimestamp(nanos(at), TimeUnit.NANOSECONDS);
        if (parent == null) builder.setNoParent();
        else builder.setParent(parent.context());
        if (kind != null) builder.kind(kind);
        return builder.start();
    }

    private static void describe(Span span, StepSpan step) {
        if (step.form() == Form.REQUEST && !step.name().isEmpty()) span.name(step.name());
        step.attributes().forEach((key, value) -> put(span, key, value));
        var failure = step.failure();
        if (failure != null) span.tag(ERROR, failure).error(new StepFailure(failure));
    }

    private static void put(Span span, String key, Object value) {
        if (value instanceof Boolean truth) span.tag(key, truth);
        else if (value instanceof Long number) span.tag(key, number);
        else span.tag(key, value.toString());
    }

    /** Events of Micrometer have a text only, so the attributes follow the name: {@code redirect cardea.host=op.example}. */
    private static String eventOf(StepSpan step) {
        if (step.attributes().isEmpty()) return step.name();
        return step.attributes().entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining(" ", step.name() + " ", ""));
    }

    private static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }
}
