package dev.cardea.server.log;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A line of the access log. */
final class AccessEntry extends LogRecord implements WithFields {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = Logger.getLogger("dev.cardea.access");

    private final transient Map<String, Object> fields;

    private AccessEntry(RequestContext request, int status, long bytes, long millis) {
        super(Level.INFO, request.method() + " " + request.path() + " " + status);
        fields = Map.of(
                "method",
                request.method(),
                "path",
                request.path(),
                "status",
                (long) status,
                "bytes",
                bytes,
                "ms",
                millis);
        setLoggerName(LOG.getName());
    }

    static void log(RequestContext request, int status, long bytes) {
        if (!LOG.isLoggable(Level.INFO)) return;
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - request.begin());
        request.run(() -> LOG.log(new AccessEntry(request, status, bytes, millis)));
    }

    @Override
    public Map<String, Object> fields() {
        return fields;
    }
}
