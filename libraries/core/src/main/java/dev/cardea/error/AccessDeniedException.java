package dev.cardea.error;

import org.jspecify.annotations.Nullable;

/** Thrown if the {@code signIn} callback rejects a sign-in; an exception of the callback keeps its message. */
public class AccessDeniedException extends AuthException {
    private static final long serialVersionUID = 1L;

    public AccessDeniedException(@Nullable String message, @Nullable Throwable cause) {
        super(ErrorType.ACCESS_DENIED, message, cause);
    }
}
