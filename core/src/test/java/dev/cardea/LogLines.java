package dev.cardea;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The messages that a logger gets until this is closed. Safe for concurrent use. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
    }

    public static LogLines of(String logger) {
        var lines = new LogLines(Logger.getLogger(logger));
        lines.logger.addHandler(lines);
        return lines;
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
