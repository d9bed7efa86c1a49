package dev.cardea.internal.oauth;

/** Thrown if a protocol step fails. The message names the step and never contains a code, a token or a secret. */
public final class OAuthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OAuthException(String message) {
        super(message);
    }

    public OAuthException(String message, Throwable cause) {
        super(message, cause);
    }
}
