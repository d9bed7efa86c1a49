package dev.cardea.internal.oauth;

import java.io.IOException;

/** Thrown if too many calls to a provider are waiting already. */
final class TooManyCallsException extends IOException {
    private static final long serialVersionUID = 1L;

    TooManyCallsException(String message) {
        super(message);
    }
}
