package dev.cardea.server.log;

import java.util.logging.LogManager;

/**
 * Keeps the handlers until the process is gone. The JDK's own removes them in a shutdown hook, so that nothing is logged of
 * the requests and events that are finished after SIGTERM. {@code Main} names this class before the first log entry.
 */
public final class ServerLogManager extends LogManager {
    /** Called by the JVM. */
    public ServerLogManager() {}

    @Override
    public void reset() {
        // The settings replace all handlers, and none has to be closed at the end.
    }
}
