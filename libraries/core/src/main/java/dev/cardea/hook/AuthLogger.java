package dev.cardea.hook;

import dev.cardea.error.AuthException;
import java.util.Map;

/**
 * Receives the reports of the library (Auth.js: {@code logger}). Methods that are not overridden do what
 * {@link #DEFAULT} does. Arguments never contain a secret. Called from many threads at the same time.
 */
public interface AuthLogger {
    /**
     * Sends errors and warnings to {@link System.Logger} {@code dev.cardea}, and drops debug lines unless they are
     * enabled. With SLF4J on the class path, {@code error_id} and {@code error_type} are in its MDC while an error is
     * logged, so that structured logs have them as fields.
     */
    AuthLogger DEFAULT = new AuthLogger() {};

    /**
     * @param error its {@code type()} is the code, its {@code errorId()} the reference that the visitor saw; a
     *     {@linkplain dev.cardea.error.ErrorType#isRejection rejection} is logged as a warning
     */
    default void error(AuthException error) {
        SystemLog.error(error);
    }

    /** @param code one of the codes in the reference of settings */
    default void warn(String code) {
        SystemLog.warn(code);
    }

    /**
     * Receives each step of a request where {@code debug} is on.
     *
     * @param message the step, see {@link dev.cardea.observe.Step}
     * @param metadata the numbers of the request and the sign-in, and the reference of the error
     */
    default void debug(String message, Map<String, String> metadata) {}

    /** Does what {@link #DEFAULT} does, and logs debug lines. */
    static AuthLogger debugging() {
        return new AuthLogger() {
            @Override
            public void debug(String message, Map<String, String> metadata) {
                SystemLog.debug(message, metadata);
            }
        };
    }
}
