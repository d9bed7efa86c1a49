package dev.cardea.internal.session;

/**
 * What becomes of the cookies that prolong a session. They are made when a request arrives and leave with its answer, which
 * may be much later, or may be stored by a shared cache.
 */
public interface Renewal {
    /** There is nothing to send, or nothing depends on it. */
    Renewal NONE = new Renewal() {
        @Override
        public boolean isWanted() {
            return true;
        }

        @Override
        public void sent() {}
    };

    /** Whether the session is still the one that was read: not signed out, not replaced, not changed meanwhile. */
    boolean isWanted();

    /** The cookies leave with an answer. Until then the next answer of the session carries them as well. */
    void sent();
}
