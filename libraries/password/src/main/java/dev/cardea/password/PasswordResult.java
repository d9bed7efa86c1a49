package dev.cardea.password;

/** The result of verifying a password. */
public enum PasswordResult {
    RIGHT,
    /** The password is right, and a new hash of it would be better than the stored one. */
    RIGHT_BUT_OUTDATED,
    WRONG,
    /** The stored text is not a supported hash, has excessive parameters, or is too old ({@code foreignUntil}). */
    UNREADABLE;

    public boolean isRight() {
        return this == RIGHT || this == RIGHT_BUT_OUTDATED;
    }
}
