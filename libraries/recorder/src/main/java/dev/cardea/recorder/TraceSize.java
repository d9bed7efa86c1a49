package dev.cardea.recorder;

import java.util.ArrayList;

/** The bound of a trace in its stored form. Hosts and shapes make a step larger, and visitors and providers send them. */
final class TraceSize {
    static final int MAX_BYTES = 16 << 10;

    /** What is not a step. */
    private static final int HEAD = 512;

    private TraceSize() {}

    /** Drops steps in the middle until the rest is small enough. The first steps, the failure and the last ones stay. */
    static Trace fit(Trace trace) {
        int bytes = HEAD + trace.entries().stream().mapToInt(TraceJson::bytes).sum();
        if (bytes <= MAX_BYTES) return trace;
        var left = new ArrayList<>(trace.entries());
        while (bytes > MAX_BYTES) {
            int middle = Math.min(Trace.KEPT_FIRST, left.size() / 2);
            bytes -= TraceJson.bytes(left.remove(trace.isFailure(left.get(middle)) ? middle - 1 : middle));
        }
        int dropped = trace.dropped() + trace.entries().size() - left.size();
        return new Trace(trace.reference(), left, dropped, trace.isInferred(), trace.missingBegin(), trace.source());
    }
}
