package dev.cardea.micrometer.tracing;

import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Makes spans of the steps of requests, below the span that the framework has for the request. Names and attributes are
 * those of the server's spans.
 *
 * <pre>{@code
 * var auth = Auth.of(config.observer(CardeaSpans.of(tracer)));
 * }</pre>
 *
 * <p>A request for a route of Cardea is a span, with the tracer's current span as its parent; without one, it begins a
 * trace. In any other request, a call to the store, a provider or a mail service is a span below the current span, and
 * none without one. No attribute has a user, an address, a token or a query. A tracer has one instance: each span is
 * made once, even if both the application and its framework add the spans. Safe for concurrent use.
 */
public final class CardeaSpans implements Observer {
    /** The values do not keep the tracers: a tracer is gone when the application drops it. */
    private static final Map<Tracer, WeakReference<CardeaSpans>> BY_TRACER = new WeakHashMap<>();

    private final Tracer tracer;
    /** An entry lives as long as the library holds the id, and so as long as steps of the request can come. */
    private final Map<Id, RequestSpans> requests = Collections.synchronizedMap(new WeakHashMap<>());

    private CardeaSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Returns the spans of a tracer, the same object each time. Add them to the configuration with
     * {@code AuthConfig.Builder.observer}.
     */
    public static CardeaSpans of(Tracer tracer) {
        synchronized (BY_TRACER) {
            var reference = BY_TRACER.get(tracer);
            var known = reference == null ? null : reference.get();
            if (known != null) return known;
            var made = new CardeaSpans(tracer);
            BY_TRACER.put(tracer, new WeakReference<>(made));
            return made;
        }
    }

    @Override
    public void observe(StepContext at, Step step) {
        if (step instanceof Step.RequestStart) {
            requests.put(at.request(), RequestSpans.start(tracer, at.time()));
        }
        var spans = requests.get(at.request());
        if (spans != null) spans.add(at, step);
        else addToCurrent(at, step);
    }

    /** A request for a page of the application: its span is the framework's. */
    private void addToCurrent(StepContext at, Step step) {
        var current = tracer.currentSpan();
        if (current == null || RequestSpans.isUnsampled(current)) return;
        var span = step.accept(StepSpans.OF_STEP);
        switch (span.form()) {
            case CALL -> RequestSpans.child(tracer, current, at.time(), span, Span.Kind.CLIENT);
            case WORK -> RequestSpans.child(tracer, current, at.time(), span, null);
            case NONE, REQUEST, SIGN_IN_START, SIGN_IN_END, MOMENT -> {}
        }
    }
}
