package dev.cardea.internal.flow;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * The user of a sign-in that the rules accepted.
 *
 * @param account as callbacks and events see it
 * @param isNewUser {@code null} where nothing is stored
 * @param session the row, with database sessions
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 */
record Registration(
        User user,
        Account account,
        @Nullable Boolean isNewUser,
        @Nullable AdapterSession session,
        boolean isUnverified) {}
