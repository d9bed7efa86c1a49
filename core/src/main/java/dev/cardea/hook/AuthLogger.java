package dev.cardea.hook;

import dev.cardea.error.AuthException;
import java.util.Map;

/**
 * Where the library reports (interface: {@code logger}). Methods that are not overridden do what {@link #DEFAULT} does.
 * Nothing that is passed here holds a secret.
 */
public interface AuthLogger {
    /** Errors and warnings to {@link System.Logger} {@code dev.cardea}; debug nowhere unless the configuration says so. */
    AuthLogger DEFAULT = new AuthLogger() {};

    /**
     * @param error its {@code type()} is the code, its {@code errorId()} what the visitor was shown; of type
     *     {@code TOO_MANY_REQUESTS} it is a warning
     */
    default void error(AuthException error) {
        SystemLog.error(error);
    }

    /** @param code one of the codes that the reference of settings lists */
    default void warn(String code) {
        SystemLog.warn(code);
    }

    default void debug(String message, Map<String, String> metadata) {}

    /** As {@link #DEFAULT}, with debug lines. */
    static AuthLogger debugging() {
        return new AuthLogger() {
            @Override
            public void debug(String message, Map<String, String> metadata) {
                SystemLog.debug(message, metadata);
            }
        };
    }
}
