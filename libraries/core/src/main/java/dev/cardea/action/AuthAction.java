package dev.cardea.action;

import java.util.Optional;

/** The first segment of the path below the base path. */
public enum AuthAction {
    PROVIDERS("providers"),
    SESSION("session"),
    CSRF("csrf"),
    SIGNIN("signin"),
    SIGNOUT("signout"),
    CALLBACK("callback"),
    VERIFY_REQUEST("verify-request"),
    ERROR("error"),
    WEBAUTHN_OPTIONS("webauthn-options");

    private final String wire;

    AuthAction(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    /** Compares case and all. */
    public static Optional<AuthAction> parse(String segment) {
        for (var action : values()) if (action.wire.equals(segment)) return Optional.of(action);
        return Optional.empty();
    }

    /** Returns whether a path segment names an action (Auth.js: {@code isAuthAction}). */
    public static boolean isAuthAction(String segment) {
        return parse(segment).isPresent();
    }

    /** Returns whether a provider id may follow. */
    boolean takesProvider() {
        return this == SIGNIN || this == CALLBACK || this == WEBAUTHN_OPTIONS;
    }
}
