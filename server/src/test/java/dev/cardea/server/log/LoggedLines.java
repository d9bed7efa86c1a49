package dev.cardea.server.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the thread of a test logs by one logger until the end. Other test classes use the same logger meanwhile. */
public final class LoggedLines extends Handler implements AutoCloseable {
    /**
     * The logger of the server, also as the resource that a test locks to change or to read it. {@code serve} and a reload
     * change it: they replace the handlers of the whole process.
     */
    public static final String SERVER = "dev.cardea.server";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread thread = Thread.currentThread();
    private final Logger logger;

    private LoggedLines(Logger logger) {
        this.logger = logger;
    }

    public static LoggedLines of(String name) {
        var lines = new LoggedLines(atInfo(name));
        lines.logger.addHandler(lines);
        return lines;
    }

    /** Returns a logger at a level that is not the one of {@code dev.cardea}, which commands raise while they read a file. */
    public static Logger atInfo(String name) {
        var logger = Logger.getLogger(name);
        logger.setLevel(Level.INFO);
        return logger;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord line) {
        if (Thread.currentThread() == thread) lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
