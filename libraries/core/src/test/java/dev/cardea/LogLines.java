package dev.cardea;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The messages that a logger gets until this is closed. Safe for concurrent use. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final LongPredicate threads;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Logger logger, LongPredicate threads) {
        this.logger = logger;
        this.threads = threads;
        logger.addHandler(this);
    }

    public static LogLines of(String logger) {
        return new LogLines(Logger.getLogger(logger), any -> true);
    }

    /** Leaves out what other threads log, since other test classes run at the same time. */
    public static LogLines ofThisThread(String logger) {
        long own = Thread.currentThread().getId();
        return new LogLines(Logger.getLogger(logger), thread -> thread == own);
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        if (threads.test(entry.getLongThreadID())) lines.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
