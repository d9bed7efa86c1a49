package dev.cardea.action;

/** A request that no action accepts; rejected with 400 and an empty body. */
public final class BadRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadRequestException(String message) {
        super(message);
    }
}
