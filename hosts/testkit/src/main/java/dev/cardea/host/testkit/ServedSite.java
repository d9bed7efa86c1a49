package dev.cardea.host.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A running host.
 *
 * @param port on 127.0.0.1
 * @param stop stops it
 * @param telemetry of a framework that has its own; {@code null} if the application adds meters to its configuration, and
 *     has the page {@code /health}
 */
public record ServedSite(
        int port, AutoCloseable stop, @Nullable Telemetry telemetry) {
    public ServedSite(int port, AutoCloseable stop) {
        this(port, stop, null);
    }
}
