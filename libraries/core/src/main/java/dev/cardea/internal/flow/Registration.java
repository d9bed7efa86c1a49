package dev.cardea.internal.flow;

import dev.cardea.adapter.StoredSession;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * The user of a sign-in that the rules accepted.
 *
 * @param account as callbacks and events see it
 * @param isNewUser {@code null} where nothing is stored
 * @param session as the strategy opened it; {@code null} if only the cookie has it
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 */
record Registration(
        User user,
        Account account,
        @Nullable Boolean isNewUser,
        @Nullable StoredSession session,
        boolean isUnverified) {}
