package dev.cardea.server.tracing;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A span as a collector gets it (opentelemetry/proto/trace/v1/trace.proto).
 *
 * @param parentId empty for the first span of a trace
 * @param kind 1 internal, 2 server, 3 client
 * @param start in nanoseconds since 1970
 * @param status 0 unset, 1 ok, 2 error
 */
public record ExportedSpan(
        String traceId,
        String spanId,
        String parentId,
        String name,
        long kind,
        long start,
        long end,
        Map<String, Object> attributes,
        List<Moment> events,
        long status) {
    /** An event of a span. */
    public record Moment(String name, Map<String, Object> attributes) {}

    static ExportedSpan of(ProtobufMessage span) {
        var status = span.messages(15);
        return new ExportedSpan(
                HexFormat.of().formatHex(span.content(1)),
                HexFormat.of().formatHex(span.content(2)),
                HexFormat.of().formatHex(span.content(4)),
                span.text(5),
                span.number(6),
                span.number(7),
                span.number(8),
                attributes(span, 9),
                span.messages(11).stream()
                        .map(event -> new Moment(event.text(2), attributes(event, 3)))
                        .toList(),
                status.isEmpty() ? 0 : status.get(0).number(3));
    }

    /** @param field that holds {@code KeyValue} messages */
    static Map<String, Object> attributes(ProtobufMessage message, int field) {
        var all = new LinkedHashMap<String, Object>();
        for (var pair : message.messages(field)) {
            var value = pair.messages(2).get(0);
            if (value.has(1)) all.put(pair.text(1), value.text(1));
            else if (value.has(2)) all.put(pair.text(1), value.number(2) == 1);
            else if (value.has(3)) all.put(pair.text(1), value.number(3));
        }
        return all;
    }
}
