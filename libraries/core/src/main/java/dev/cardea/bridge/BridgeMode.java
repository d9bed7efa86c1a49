package dev.cardea.bridge;

import java.util.Locale;
import java.util.Optional;

/** Says what the caller of the bridge vouches for, and so what it may do. */
public enum BridgeMode {
    /**
     * The caller passes on a browser's request, and vouches only for its origin and IP address. Cardea checks the CSRF
     * token and responds as it would to the browser.
     */
    FORWARD,
    /**
     * The caller acts for a browser that it has checked itself. No CSRF token is needed, and every response is JSON.
     */
    ACT,
    /** The caller reads the session or the providers. Nothing is written. */
    READ;

    /** Returns the name of the mode in the signature header. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<BridgeMode> parse(String wire) {
        for (var mode : values()) if (mode.wire().equals(wire)) return Optional.of(mode);
        return Optional.empty();
    }
}
