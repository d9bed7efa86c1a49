package dev.cardea.hook;

/** Why a callback runs (Auth.js: {@code trigger}). */
public enum Trigger {
    SIGN_IN("signIn"),
    SIGN_UP("signUp"),
    UPDATE("update");

    private final String wire;

    Trigger(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
