package dev.cardea.bridge;

/** A call over the bridge that is none; the message is for who set the bridge up, and tells an attacker nothing. */
public final class BridgeRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    BridgeRefusedException(String message) {
        super(message);
    }
}
