package dev.cardea.jose;

/** A token that cannot be trusted. The message names the step that failed and never holds the token. */
public final class JoseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JoseException(String message) {
        super(message);
    }

    public JoseException(String message, Throwable cause) {
        super(message, cause);
    }
}
