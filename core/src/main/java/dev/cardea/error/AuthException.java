package dev.cardea.error;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A refused request or a failed operation (interface: {@code AuthError}). Its {@link #type()} says what happened in one
 * word; the message and the cause are for the log.
 */
public class AuthException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorType type;
    private final @Nullable String provider;
    private final String errorId =
            String.format(Locale.ROOT, "%016x", ThreadLocalRandom.current().nextLong());

    public AuthException(ErrorType type, @Nullable String message) {
        this(type, message, null);
    }

    public AuthException(ErrorType type, @Nullable String message, @Nullable Throwable cause) {
        this(type, message, cause, null);
    }

    /** @param provider id of the provider it happened at, where there is one */
    public AuthException(
            ErrorType type, @Nullable String message, @Nullable Throwable cause, @Nullable String provider) {
        super(message == null ? type.hint() : message, cause);
        this.type = type;
        this.provider = provider;
    }

    public final ErrorType type() {
        return type;
    }

    /** What a visitor can quote and a log can be searched for. No secret, and random enough not to repeat in a log. */
    public final String errorId() {
        return errorId;
    }

    public final @Nullable String provider() {
        return provider;
    }
}
