package dev.cardea.server.log;

import dev.cardea.json.Json;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Time, level, logger and message, then the fields; a stack trace is on the same line, with escaped line breaks. */
final class TextFormat extends Formatter {
    @Override
    public String format(LogRecord record) {
        var line = new StringBuilder(200)
                .append(LogEntry.time(record))
                .append(' ')
                .append(LogEntry.level(record).toUpperCase(Locale.ROOT))
                .append(' ')
                .append(LogEntry.logger(record))
                .append(": ");
        escape(line, LogEntry.message(record));
        LogEntry.fields(record).forEach((name, value) -> {
            line.append(' ').append(name).append('=');
            escape(line, quoted(String.valueOf(value)));
        });
        var stack = LogEntry.stack(record);
        if (stack != null) escape(line.append(" stack="), stack);
        return line.append('\n').toString();
    }

    /** A space begins the next field. */
    private static String quoted(String value) {
        return value.indexOf(' ') < 0 && value.indexOf('"') < 0 ? value : Json.print(value);
    }

    /** Makes one line of a text, whatever a visitor sent. */
    private static void escape(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') line.append("\\n");
            else if (c == '\r') line.append("\\r");
            else if (c == '\t') line.append("\\t");
            else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append(String.format("\\u%04x", (int) c));
            } else line.append(c);
        }
    }
}
