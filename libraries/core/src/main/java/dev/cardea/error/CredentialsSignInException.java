package dev.cardea.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@code authorize} to reject a sign-in (Auth.js: {@code CredentialsSignin}). The visitor returns to the
 * sign-in page with {@code error=CredentialsSignin&code=<code>}; the complete exception is logged.
 */
public class CredentialsSignInException extends AuthException {
    private static final long serialVersionUID = 1L;

    public CredentialsSignInException() {
        this(null, null);
    }

    public CredentialsSignInException(@Nullable String message) {
        this(message, null);
    }

    public CredentialsSignInException(@Nullable String message, @Nullable Throwable cause) {
        this("credentials", message, cause);
    }

    /** @param code what the page may show; it must not reveal whether the name or the password was wrong */
    public CredentialsSignInException(String code, @Nullable String message, @Nullable Throwable cause) {
        super(ErrorType.CREDENTIALS_SIGNIN, message, cause, null, code);
    }

    @Override
    public String code() {
        return String.valueOf(super.code());
    }
}
