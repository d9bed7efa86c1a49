package dev.cardea.server.log;

import dev.cardea.server.tracing.RequestTrace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request, for the log lines that it causes and for the calls to the application.
 *
 * @param id also sent to the client and to the application, as {@code X-Request-Id}
 * @param method as sent
 * @param path as sent, without the query
 * @param client the address, as far as it may be logged
 * @param action one of the routes below the base path
 * @param provider the id of a provider of the configuration
 * @param begin in nanoseconds of the clock
 * @param trace {@code null} if the request belongs to none
 */
public record RequestContext(
        String id,
        String method,
        String path,
        @Nullable String client,
        @Nullable String action,
        @Nullable String provider,
        long begin,
        @Nullable RequestTrace trace) {
    private static final ThreadLocal<@Nullable RequestContext> CURRENT = new ThreadLocal<>();

    /** Returns the request that this thread answers. */
    public static Optional<RequestContext> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Returns the trace of the request that this thread answers; {@code null}: none. */
    public static @Nullable RequestTrace currentTrace() {
        var request = CURRENT.get();
        return request == null ? null : request.trace;
    }

    /** Runs code of this request. */
    public void run(Runnable code) {
        var before = CURRENT.get();
        CURRENT.set(this);
        try {
            code.run();
        } finally {
            if (before == null) CURRENT.remove();
            else CURRENT.set(before);
        }
    }
}
