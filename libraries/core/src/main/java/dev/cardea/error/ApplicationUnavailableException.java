package dev.cardea.error;

import org.jspecify.annotations.Nullable;

/** Thrown if the application that decides about sign-ins cannot be reached, so no sign-in starts or finishes: 503. */
public final class ApplicationUnavailableException extends AuthException {
    private static final long serialVersionUID = 1L;

    /** @param message says which application it is, why, and how to fix it; it is logged and not shown to visitors */
    public ApplicationUnavailableException(String message, @Nullable Throwable cause) {
        super(ErrorType.APPLICATION_UNAVAILABLE, message, cause);
    }
}
