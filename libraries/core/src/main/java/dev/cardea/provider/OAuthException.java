package dev.cardea.provider;

/**
 * Thrown if a step with a provider fails. A function of a provider, such as a {@link UserInfoRequest}, throws it if the
 * provider's response can't be used. Its message describes the step, and never contains a code, a token or a secret.
 */
public final class OAuthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OAuthException(String message) {
        super(message);
    }

    public OAuthException(String message, Throwable cause) {
        super(message, cause);
    }
}
