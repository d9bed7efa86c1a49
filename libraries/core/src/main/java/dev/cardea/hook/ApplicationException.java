package dev.cardea.hook;

import org.jspecify.annotations.Nullable;

/**
 * An exception that a callback of an application in another process threw, for example one called over HTTP. Over the
 * bridge, the application's own server receives its name and message as {@code cause.err} (Auth.js:
 * {@code AuthError.cause}).
 */
public final class ApplicationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String name;

    /**
     * @param name of the error in the application, such as {@code TypeError}
     * @param message its message; it may contain anything, so it is for the application and never for visitors
     */
    public ApplicationException(String name, @Nullable String message) {
        super(message);
        this.name = name;
    }

    /** The name of the error in the application, such as {@code TypeError}. */
    public String name() {
        return name;
    }
}
