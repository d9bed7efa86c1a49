package dev.cardea.module;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import java.util.regex.Pattern;

/**
 * An error of a module: one of Cardea's types, and a code that says more. The type decides page and status, and it is
 * what meters, traces and events know. The visitor's URL has both: {@code ?error=AccessDenied&code=NotInvited}. The
 * built-in pages show the module's texts, and without them those of the type:
 *
 * <ul>
 *   <li>{@code message.NotInvited} on the sign-in page,
 *   <li>{@code error.NotInvited.heading} and {@code error.NotInvited.text} on the error page.
 * </ul>
 *
 * @param type a {@link ErrorType#isRejection rejection} whose code visitors may know
 * @param code 3 to 39 letters, the first of them a capital
 * @param hint for the developer who reads the log
 */
public record ModuleError(ErrorType type, String code, String hint) {
    private static final Pattern CODE = Pattern.compile("[A-Z][A-Za-z]{2,38}");

    /** @throws IllegalArgumentException for another type or another form of the code */
    public ModuleError {
        if (!isCode(code)) {
            throw new IllegalArgumentException(
                    "the code of a module's error has 3 to 39 letters and begins with a capital; this is \"" + code
                            + "\"");
        }
        if (!type.isRejection() || !type.isClientSafe()) {
            throw new IllegalArgumentException(
                    "the error " + code + " can't be a " + type.code() + "; use a type such as AccessDenied");
        }
    }

    /** Returns whether a text has the form of a code. */
    public static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }

    /** Returns the exception that a {@link Route} or a {@link SignInStep} throws. */
    public AuthException exception() {
        return new AuthException(type, message(), null, null, code);
    }

    /** Returns the line of the log. */
    public String message() {
        return code + ": " + hint;
    }
}
