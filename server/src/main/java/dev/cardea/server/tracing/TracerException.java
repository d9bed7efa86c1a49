package dev.cardea.server.tracing;

/** A variable of OpenTelemetry cannot be used. The message names it. */
public final class TracerException extends Exception {
    private static final long serialVersionUID = 1L;

    TracerException(String message) {
        super(message);
    }
}
