package dev.cardea.jose;

/** Thrown if a token cannot be trusted. The message names the step that failed and never contains the token. */
public final class JoseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isExpired;

    /** @param message the step that failed, and nothing of the token or the key */
    public JoseException(String message) {
        this(message, false);
    }

    /** @param message the step that failed, and nothing of the token or the key */
    public JoseException(String message, Throwable cause) {
        super(message, cause);
        isExpired = false;
    }

    private JoseException(String message, boolean isExpired) {
        super(message);
        this.isExpired = isExpired;
    }

    /** Makes the exception for a token that was good once. */
    public static JoseException expired() {
        return new JoseException("the token has expired", true);
    }

    /** Returns whether the token was opened, and rejected only because it has expired. */
    public boolean isExpired() {
        return isExpired;
    }
}
