package dev.cardea.webauthn.spi;

import org.jspecify.annotations.Nullable;

/** Bytes that are not what they have to be. The message says which rule, and holds nothing of what was sent. */
public class CeremonyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CeremonyException(String message) {
        super(message);
    }

    public CeremonyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
