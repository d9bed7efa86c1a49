package dev.cardea.server.tracing;

import dev.cardea.observe.Observer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The traces of a process. Safe for concurrent use. */
public interface Tracer {
    /** Makes no spans, and passes on the traces of trusted proxies. */
    Tracer NONE = new Tracer() {
        @Override
        public @Nullable RequestTrace begin(@Nullable TraceParent received, boolean isRoute) {
            return received == null ? null : new RequestTrace.ReceivedTrace(received);
        }

        @Override
        public Optional<Observer> spans(Supplier<@Nullable RequestTrace> current) {
            return Optional.empty();
        }

        @Override
        public void close(Duration most) {}
    };

    /**
     * A request begins.
     *
     * @param received the trace that a trusted proxy named; {@code null}: none
     * @param isRoute whether the request is for a route of the library, and so has a span
     * @return {@code null} if the request belongs to no trace
     */
    @Nullable RequestTrace begin(@Nullable TraceParent received, boolean isRoute);

    /**
     * Returns what makes spans of steps; empty if this makes none.
     *
     * @param current the trace of the request that the thread handles
     */
    Optional<Observer> spans(Supplier<@Nullable RequestTrace> current);

    /**
     * Exports the spans that wait, and ends.
     *
     * @param most how long this may take
     */
    void close(Duration most);
}
