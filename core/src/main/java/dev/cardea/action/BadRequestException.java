package dev.cardea.action;

/** A request that no action takes; answered with 400 and nothing else. */
public final class BadRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadRequestException(String message) {
        super(message);
    }
}
