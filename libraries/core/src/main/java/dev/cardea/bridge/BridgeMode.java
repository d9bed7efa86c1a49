package dev.cardea.bridge;

import java.util.Locale;
import java.util.Optional;

/** What a signature vouches for. */
public enum BridgeMode {
    /** Where the browser's request came from, and nothing else: it stays a browser's, with its token and public answers. */
    FORWARD,
    /** The caller acts for a browser that it has checked itself. Needs no CSRF token; every answer is JSON. */
    ACT,
    /** The caller itself asks who is signed in, or what there is; nothing is written. */
    READ;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<BridgeMode> parse(String wire) {
        for (var mode : values()) if (mode.wire().equals(wire)) return Optional.of(mode);
        return Optional.empty();
    }
}
