package dev.cardea.internal.method;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import org.jspecify.annotations.Nullable;

/** A code that signs no user in. The visitor may enter another one on the same page. */
public final class InvalidCodeException extends AuthException {
    /** Says more than the type, to the visitor. */
    public static final String ERROR_CODE = "InvalidCode";

    private static final long serialVersionUID = 1L;

    private final @Nullable Integer triesLeft;

    private InvalidCodeException(String message, String provider, @Nullable Integer triesLeft) {
        super(ErrorType.VERIFICATION, message, null, provider, ERROR_CODE);
        this.triesLeft = triesLeft;
    }

    /** What was entered can't be a code. It wasn't compared with one, so it isn't a try. */
    public static InvalidCodeException malformed(String provider) {
        return new InvalidCodeException("what was entered is not a code of eight digits", provider, null);
    }

    /** @param triesLeft 0 if the visitor has to request a new code */
    public static InvalidCodeException wrong(String provider, int triesLeft) {
        var message = triesLeft > 0
                ? "the code is wrong"
                : "this browser has no code that still works: it was used, replaced, entered wrongly five times, has "
                        + "expired, or was requested in another browser";
        return new InvalidCodeException(message, provider, triesLeft);
    }

    /** Returns how many wrong codes may follow; {@code null} if this one wasn't compared. */
    public @Nullable Integer triesLeft() {
        return triesLeft;
    }
}
