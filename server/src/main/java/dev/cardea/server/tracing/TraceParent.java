package dev.cardea.server.tracing;

import java.util.Optional;

/**
 * Where a request is in a trace: the header {@code traceparent} (W3C Trace Context §3.2). Immutable.
 *
 * @param traceId 32 lowercase hexadecimal digits, not all zero
 * @param spanId 16 lowercase hexadecimal digits, not all zero
 * @param isSampled whether the caller records the trace
 */
public record TraceParent(String traceId, String spanId, boolean isSampled) {
    /** The name of the header. */
    public static final String HEADER = "traceparent";

    private static final int TRACE_ID = 3;
    private static final int SPAN_ID = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;

    /** Reads a header; empty for a text of any other form. Versions after 00 may have more fields (§4.3). */
    public static Optional<TraceParent> parse(String header) {
        boolean hasForm = header.length() >= LENGTH
                && isHex(header, 0, 2)
                && header.charAt(TRACE_ID - 1) == '-'
                && isHex(header, TRACE_ID, SPAN_ID - 1)
                && header.charAt(SPAN_ID - 1) == '-'
                && isHex(header, SPAN_ID, FLAGS - 1)
                && header.charAt(FLAGS - 1) == '-'
                && isHex(header, FLAGS, LENGTH);
        if (!hasForm || !isLengthOfVersion(header)) return Optional.empty();
        var traceId = header.substring(TRACE_ID, SPAN_ID - 1);
        var spanId = header.substring(SPAN_ID, FLAGS - 1);
        if (isZero(traceId) || isZero(spanId)) return Optional.empty();
        boolean isSampled = (Character.digit(header.charAt(LENGTH - 1), 16) & 1) == 1;
        return Optional.of(new TraceParent(traceId, spanId, isSampled));
    }

    private static boolean isLengthOfVersion(String header) {
        if (header.startsWith("ff")) return false;
        if (header.startsWith("00")) return header.length() == LENGTH;
        return header.length() == LENGTH || header.charAt(LENGTH) == '-';
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) return false;
        }
        return true;
    }

    private static boolean isZero(String hex) {
        return hex.chars().allMatch(c -> c == '0');
    }

    /** Returns the header, in version 00. */
    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + (isSampled ? "-01" : "-00");
    }
}
