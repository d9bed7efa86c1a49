package dev.cardea.accounts;

import dev.cardea.model.User;
import java.util.Objects;

/** What is read of a user whom the store has. */
final class StoredUser {
    private StoredUser() {}

    static String idOf(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }

    /** An address that no one has proven may be someone else's, who would be locked out. */
    static boolean isVerified(User user) {
        return user.email() != null && user.emailVerified() != null;
    }
}
