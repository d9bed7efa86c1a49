package dev.cardea.server.file;

import dev.cardea.server.http.Limits;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.RequestLog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the process runs, whatever it serves.
 *
 * @param management the second listener; {@code null}: none
 * @param shutdownDelay between a signal to stop and the end of the listener
 * @param requests gives each request its id, and logs it
 */
public record Operation(
        @Nullable Management management, Duration shutdownDelay, Limits limits, LogSettings log, RequestLog requests) {
    /**
     * The listener for probes and monitoring.
     *
     * @param token the bearer value for endpoints that show what happened to visitors
     */
    public record Management(
            String host, int port, @Nullable String token) {}
}
