package dev.cardea.attacks;

/** The address is neither this machine nor a site that proved to know the given secret, so it is not attacked. */
public final class NotYourSiteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotYourSiteException(String message) {
        super(message);
    }
}
