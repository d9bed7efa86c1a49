package dev.cardea.error;

import org.jspecify.annotations.Nullable;

/** The application that decides about sign-ins cannot be asked, so none is begun or finished: 503. */
public final class ApplicationUnavailableException extends AuthException {
    private static final long serialVersionUID = 1L;

    /** @param message names the application, the reason and the remedy; it is logged and not shown to visitors */
    public ApplicationUnavailableException(String message, @Nullable Throwable cause) {
        super(ErrorType.APPLICATION_UNAVAILABLE, message, cause);
    }
}
