package dev.cardea.internal.method;

import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * Who was signed in when a sign-in began. An account may be linked to that user only. While the visitor was at the
 * provider, a page of an attacker may have signed another user in, for example with a sign-in link.
 *
 * @param isRemembered whether the method seals the user into its cookie
 * @param userId {@code null} if no user was signed in, or if Auth.js, which seals none, began the sign-in
 */
public record Beginner(boolean isRemembered, @Nullable String userId) {
    /**
     * As in Auth.js, the user who is signed in at the end. The answer of a passkey is bound to a user in another way, and
     * that of a provider without checks is bound to no browser.
     */
    public static final Beginner NOT_REMEMBERED = new Beginner(false, null);

    public static Beginner of(@Nullable String userId) {
        return new Beginner(true, userId);
    }

    /** Returns whether this user began the sign-in. */
    public boolean is(User user) {
        return !isRemembered || (userId != null && userId.equals(user.id()));
    }
}
