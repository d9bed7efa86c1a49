package dev.cardea.internal.flow;

import dev.cardea.adapter.StoredSession;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.module.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The user of a sign-in that the rules accepted.
 *
 * @param account as callbacks and events see it
 * @param isNewUser {@code null} where nothing is stored
 * @param session as the strategy opened it; {@code null} if only the cookie has it
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 * @param verdict whether the sign-in goes on, or pauses without a session
 */
record Registration(
        User user,
        Account account,
        @Nullable Boolean isNewUser,
        @Nullable StoredSession session,
        boolean isUnverified,
        Verdict verdict) {
    /** A user without a session yet. */
    Registration(User user, Account account, @Nullable Boolean isNewUser, boolean isUnverified) {
        this(user, account, isNewUser, null, isUnverified, Verdict.proceed());
    }

    Registration opened(@Nullable StoredSession opened) {
        return new Registration(user, account, isNewUser, opened, isUnverified, verdict);
    }

    Registration decided(Verdict decided) {
        return new Registration(user, account, isNewUser, session, isUnverified, decided);
    }
}
