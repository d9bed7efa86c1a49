package dev.cardea.password;

/** How a password and a hash go together. */
public enum Verdict {
    RIGHT,
    /** It is right, and a new hash of it would be better than the one that is kept. */
    RIGHT_BUT_OUTDATED,
    WRONG,
    /** This is no hash that we can read, or one that asks for too much. */
    UNREADABLE;

    public boolean isRight() {
        return this == RIGHT || this == RIGHT_BUT_OUTDATED;
    }
}
