package dev.cardea.recorder;

/** Reports a file or text that is not a trace: it was cut off, changed, or written by another version. */
public final class InvalidTraceException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidTraceException(String message) {
        super(message, null, false, false);
    }
}
