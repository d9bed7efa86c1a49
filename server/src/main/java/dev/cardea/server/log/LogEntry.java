package dev.cardea.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** The parts of a log line, in the order in which they are written. */
final class LogEntry {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final SimpleFormatter MESSAGES = new SimpleFormatter();

    private LogEntry() {}

    static String time(LogRecord record) {
        return TIME.format(record.getInstant());
    }

    static String level(LogRecord record) {
        int level = record.getLevel().intValue();
        if (level >= Level.SEVERE.intValue()) return "error";
        if (level >= Level.WARNING.intValue()) return "warn";
        if (level >= Level.INFO.intValue()) return "info";
        return level >= Level.FINE.intValue() ? "debug" : "trace";
    }

    static String message(LogRecord record) {
        return AuditEntry.of(record)
                .map(AuditEntry::event)
                .orElseGet(() -> String.valueOf(MESSAGES.formatMessage(record)));
    }

    static String logger(LogRecord record) {
        return record.getLoggerName() == null ? "" : record.getLoggerName();
    }

    /** What is known beside the message: of the request, and of the error. */
    static Map<String, Object> fields(LogRecord record) {
        var fields = new LinkedHashMap<String, Object>();
        RequestContext.current().ifPresent(request -> {
            fields.put("request_id", request.id());
            var trace = request.trace();
            if (trace != null) {
                fields.put("trace_id", trace.traceId());
                trace.spanId().ifPresent(span -> fields.put("span_id", span));
            }
            put(fields, "action", request.action());
            put(fields, "provider", request.provider());
            put(fields, "client", request.client());
        });
        var error = ErrorLog.current();
        if (error != null) {
            fields.put("error_id", error.errorId());
            fields.put("error_type", error.type().code());
            put(fields, "provider", error.provider());
        }
        AuditEntry.of(record).ifPresent(it -> fields.putAll(it.fields().asMap()));
        if (record instanceof WithFields own) fields.putAll(new TreeMap<>(own.fields()));
        return fields;
    }

    static @Nullable String stack(LogRecord record) {
        if (record.getThrown() == null) return null;
        var text = new StringWriter();
        record.getThrown().printStackTrace(new PrintWriter(text));
        return text.toString().stripTrailing();
    }

    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null) fields.put(name, value);
    }
}
