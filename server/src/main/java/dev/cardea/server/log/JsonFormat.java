package dev.cardea.server.log;

import dev.cardea.json.Json;
import java.util.LinkedHashMap;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** A JSON object a line. */
final class JsonFormat extends Formatter {
    @Override
    public String format(LogRecord record) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("time", LogEntry.time(record));
        entry.put("level", LogEntry.level(record));
        entry.put("logger", LogEntry.logger(record));
        entry.put("message", LogEntry.message(record));
        LogEntry.fields(record).forEach(entry::putIfAbsent);
        var stack = LogEntry.stack(record);
        if (stack != null) entry.put("stack", stack);
        // JSON allows these two, and readers of lines break at them.
        return Json.print(entry)
                        .replace("\u2028", "\\u2028")
                        .replace("\u2029", "\\u2029")
                        .replace("\u0085", "\\u0085") + "\n";
    }
}
