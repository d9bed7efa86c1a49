package dev.cardea.dev;

import dev.cardea.testing.VirtualAuthenticator;
import dev.cardea.token.Randomness;

/** The software authenticator of development mode, and whether the built-in pages use it. Safe for concurrent use. */
final class VirtualPasskeys {
    private final VirtualAuthenticator authenticator;
    private volatile boolean isOn = true;

    VirtualPasskeys(Randomness randomness) {
        authenticator = VirtualAuthenticator.of(randomness);
    }

    VirtualAuthenticator authenticator() {
        return authenticator;
    }

    boolean isOn() {
        return isOn;
    }

    /** @param on whether the built-in pages use this authenticator instead of that of the browser */
    void switchOn(boolean on) {
        isOn = on;
    }
}
