package dev.cardea.server.file;

import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.http.HttpLimits;
import dev.cardea.server.http.TlsCertificate;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.RequestLog;
import dev.cardea.server.outbound.Outbound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the process runs, whatever it serves.
 *
 * @param management the second listener; {@code null}: none
 * @param shutdownDelay between a signal to stop and the end of the listener
 * @param tls the certificate of the site's listener; {@code null}: plain http
 * @param outbound how other machines are called
 * @param recorder what is kept of failed sign-ins, and where
 * @param requests gives each request its id, and logs it
 */
public record Operation(
        @Nullable Management management,
        Duration shutdownDelay,
        HttpLimits limits,
        LogSettings log,
        @Nullable TlsCertificate tls,
        Outbound outbound,
        RecorderOptions recorder,
        RequestLog requests) {
    /**
     * The listener for probes and monitoring.
     *
     * @param token the bearer value for endpoints that show what happened to visitors
     */
    public record Management(
            String host, int port, @Nullable String token) {
        /** Returns where a process on the same machine reaches it. */
        public String url() {
            boolean isAny = host.equals("0.0.0.0") || host.equals("::");
            var reached = isAny ? "127.0.0.1" : host;
            return "http://" + (reached.indexOf(':') < 0 ? reached : "[" + reached + "]") + ":" + port;
        }
    }
}
