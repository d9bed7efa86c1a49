package dev.cardea.server.store;

/** A store that does not do what was asked. */
public final class StoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unavailable;

    StoreFailure(RuntimeException cause, boolean unavailable) {
        super(cause.getMessage(), cause);
        this.unavailable = unavailable;
    }

    /** Whether it did not answer, and may do so later. */
    public boolean isUnavailable() {
        return unavailable;
    }
}
