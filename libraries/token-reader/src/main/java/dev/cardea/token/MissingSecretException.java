package dev.cardea.token;

/** Thrown if a token is to be opened and the reader has no secret. */
public final class MissingSecretException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Uses a message that names the setting. */
    public MissingSecretException() {
        super("give the reader a secret: TokenReader.with(Secrets.of(…)), the same as AUTH_SECRET");
    }
}
