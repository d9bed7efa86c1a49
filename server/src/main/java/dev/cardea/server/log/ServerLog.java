package dev.cardea.server.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Writes all log entries of the process to standard error, one line each. */
public final class ServerLog {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    /** Strong references: a logger that is not referenced loses its level. */
    private static final List<Logger> LEVELS = new ArrayList<>();

    private static LogSettings settings = LogSettings.DEFAULT;

    private ServerLog() {}

    /** Uses these settings for all loggers from now on. */
    public static synchronized void install(LogSettings next) {
        settings = next;
        var root = Logger.getLogger("");
        for (var handler : root.getHandlers()) root.removeHandler(handler);
        root.addHandler(
                new StandardError(next.format() == LogSettings.Format.JSON ? new JsonFormat() : new TextFormat()));
        for (var logger : LEVELS) logger.setLevel(null);
        LEVELS.clear();
        root.setLevel(next.level());
        next.levels().forEach((name, level) -> {
            var logger = Logger.getLogger(name);
            logger.setLevel(level);
            LEVELS.add(logger);
        });
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) ->
                LOG.log(System.Logger.Level.ERROR, "the thread " + thread.getName() + " ended", failure));
    }

    /** Returns whether standard error must hold JSON only. */
    public static synchronized boolean isJson() {
        return settings.format() == LogSettings.Format.JSON;
    }

    /** Writes and flushes each entry at once; a failing write harms no request. */
    private static final class StandardError extends Handler {
        private final PrintWriter out = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8), false);

        StandardError(Formatter formatter) {
            setFormatter(formatter);
            setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord record) {
            String line;
            try {
                line = getFormatter().format(record);
            } catch (RuntimeException e) {
                reportError(null, e, ErrorManager.FORMAT_FAILURE);
                return;
            }
            synchronized (this) {
                out.write(line);
                out.flush();
            }
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            out.flush();
        }
    }
}
