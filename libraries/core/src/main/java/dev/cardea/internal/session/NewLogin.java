package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.Trigger;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A completed sign-in for which a session is to be issued.
 *
 * @param isNewUser {@code null} where nothing is stored
 * @param session as the strategy opened it; {@code null} if only the cookie has it
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 */
public record NewLogin(
        User user,
        Account account,
        @Nullable Profile profile,
        @Nullable Boolean isNewUser,
        @Nullable StoredSession session,
        boolean isUnverified) {
    /** Returns what the {@code jwt} callback gets. */
    JwtParams jwtParams() {
        var trigger = Boolean.TRUE.equals(isNewUser) ? Trigger.SIGN_UP : Trigger.SIGN_IN;
        return new JwtParams(TokenUser.claims(user), user, account, profile, trigger, null, isNewUser);
    }
}
