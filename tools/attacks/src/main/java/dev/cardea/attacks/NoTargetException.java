package dev.cardea.attacks;

/** The site does not have what an attack is aimed at. */
final class NoTargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoTargetException(String reason) {
        super(reason);
    }
}
