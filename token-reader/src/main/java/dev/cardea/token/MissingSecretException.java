package dev.cardea.token;

/** A token was to be opened and no secret was given. */
public final class MissingSecretException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The message names what to set. */
    public MissingSecretException() {
        super("give the reader a secret: TokenReader.with(Secrets.of(…)), the same as AUTH_SECRET");
    }
}
