package dev.cardea.error;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A rejected request or a failed operation (Auth.js: {@code AuthError}). Its {@link #type()} says what happened in one
 * word; the message and the cause are for the log.
 */
public class AuthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorType type;
    private final @Nullable String provider;
    private final @Nullable String code;
    private final String errorId =
            String.format(Locale.ROOT, "%016x", ThreadLocalRandom.current().nextLong());

    public AuthException(ErrorType type, @Nullable String message) {
        this(type, message, null);
    }

    public AuthException(ErrorType type, @Nullable String message, @Nullable Throwable cause) {
        this(type, message, cause, null);
    }

    /** @param provider id of the provider concerned, if there is one */
    public AuthException(
            ErrorType type, @Nullable String message, @Nullable Throwable cause, @Nullable String provider) {
        this(type, message, cause, provider, null);
    }

    /** @param code says more than the type, to the visitor: {@code ?error=<type>&code=<code>} */
    public AuthException(
            ErrorType type,
            @Nullable String message,
            @Nullable Throwable cause,
            @Nullable String provider,
            @Nullable String code) {
        super(message == null ? type.hint() : message, cause);
        this.type = type;
        this.provider = provider;
        this.code = code;
    }

    public final ErrorType type() {
        return type;
    }

    /**
     * Returns a reference that a visitor can quote and an operator can find in the log. It is random and not a secret.
     */
    public final String errorId() {
        return errorId;
    }

    public final @Nullable String provider() {
        return provider;
    }

    /** Returns what the visitor may know besides the type: the code of credentials, or of a module's error. */
    public @Nullable String code() {
        return code;
    }
}
