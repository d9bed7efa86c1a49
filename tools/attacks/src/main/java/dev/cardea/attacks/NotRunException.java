package dev.cardea.attacks;

/** An attack lacks something that it needs, so it says nothing about the site. */
final class NotRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotRunException(String reason) {
        super(reason);
    }
}
