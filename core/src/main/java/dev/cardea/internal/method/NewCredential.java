package dev.cardea.internal.method;

import dev.cardea.adapter.Store;
import org.jspecify.annotations.Nullable;

/**
 * A credential that is stored together with a new account, in the same unit of work. If the account exists, the sign-in
 * is rejected: an attacker who repeats the id of another user's credential is not signed in as that user.
 *
 * @param userId the user who began the enrolment; {@code null} if no user was signed in, so none may be signed in now
 * @param storing writes the credential's row
 */
public record NewCredential(@Nullable String userId, Writer storing) {
    /** Writes what belongs to an account. */
    @FunctionalInterface
    public interface Writer {
        void store(Store unit, String userId);
    }
}
