package dev.cardea.jose;

/** Thrown if a token cannot be trusted. The message names the step that failed and never contains the token. */
public final class JoseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message the step that failed, and nothing of the token or the key */
    public JoseException(String message) {
        super(message);
    }

    /** @param message the step that failed, and nothing of the token or the key */
    public JoseException(String message, Throwable cause) {
        super(message, cause);
    }
}
