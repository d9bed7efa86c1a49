package dev.cardea.adapter;

import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A record of a session with its user.
 *
 * @param user {@code null} if the store has no such user, or if it didn't have the user at the sign-in
 */
public record RecordAndUser(SessionRecord session, @Nullable User user) {
    public RecordAndUser {
        if (!session.isStoredUser()) user = null;
    }
}
