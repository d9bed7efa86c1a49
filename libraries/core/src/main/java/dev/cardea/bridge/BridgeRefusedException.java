package dev.cardea.bridge;

/**
 * Thrown if a call has no valid signature. The message helps the developer who set the bridge up, and tells an attacker
 * nothing.
 */
public final class BridgeRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    BridgeRefusedException(String message) {
        super(message);
    }
}
