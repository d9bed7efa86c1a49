package dev.cardea.webauthn.spi;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if bytes break a rule of the specification. The message says which rule, and contains nothing that was sent.
 */
public class CeremonyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CeremonyException(String message) {
        super(message);
    }

    public CeremonyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
