package dev.cardea.internal.method;

import dev.cardea.adapter.Store;
import org.jspecify.annotations.Nullable;

/**
 * A credential that comes with a new account and is stored with it, in the same unit. Its account is new or the sign-in
 * is refused: whoever merely repeats the id of somebody's credential is not let in as them.
 *
 * @param userId of the user who asked for it; {@code null} where nobody was signed in, so nobody may be now
 * @param storing writes its row
 */
public record NewCredential(@Nullable String userId, Writer storing) {
    /** Writes what belongs to an account. */
    @FunctionalInterface
    public interface Writer {
        void store(Store unit, String userId);
    }
}
