package dev.cardea.server.tracing;

import java.util.Optional;

/** The trace that a request belongs to. Safe for concurrent use. */
public interface RequestTrace {
    /** 32 hexadecimal digits. */
    String traceId();

    /** The request's span, 16 hexadecimal digits; empty in a process that makes no spans. */
    Optional<String> spanId();

    /**
     * Returns the trace for a call to the application, as its header {@code traceparent}.
     *
     * @param hook such as {@code callbacks/jwt}
     */
    TraceParent of(String hook);

    /** The response has left, with this status. */
    void end(int status);

    /** The trace of a proxy, in a process that makes no spans: it is passed on as it came. */
    record ReceivedTrace(TraceParent parent) implements RequestTrace {
        @Override
        public String traceId() {
            return parent.traceId();
        }

        @Override
        public Optional<String> spanId() {
            return Optional.empty();
        }

        @Override
        public TraceParent of(String hook) {
            return parent;
        }

        @Override
        public void end(int status) {}
    }
}
