package dev.cardea.error;

import org.jspecify.annotations.Nullable;

/** Sign-in was refused by the {@code signIn} callback; what the callback threw keeps its message here. */
public class AccessDeniedException extends AuthException {
    private static final long serialVersionUID = 1L;

    public AccessDeniedException(@Nullable String message, @Nullable Throwable cause) {
        super(ErrorType.ACCESS_DENIED, message, cause);
    }
}
