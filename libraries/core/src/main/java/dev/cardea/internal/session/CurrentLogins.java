package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.StoredSession;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.model.User;
import java.util.Optional;

/** Reads who is signed in, from the store if that knows it. Sends no cookie. Safe for concurrent use. */
public interface CurrentLogins {
    /**
     * Who is signed in now, for linking and for the management of accounts: only who has a session, as a read of the
     * strategy has it. Expired is absent. This is the strict read: it asks the store each time, even where that read may rely
     * on what was read before, and the user is the stored one.
     *
     * @throws dev.cardea.error.AuthException where a callback or the store fails, so that it is unknown
     */
    Optional<CurrentLogin> current(SessionCookie cookie);

    /**
     * The id of the user whom the cookie signs in, to remember who began a sign-in. Asks no callback of the application: it
     * grants nothing, and {@link #current} decides when the sign-in ends. Expired is absent.
     *
     * @throws dev.cardea.error.AuthException if the store fails
     */
    Optional<String> owner(SessionCookie cookie);

    /**
     * The user of {@link #owner}. It grants nothing: a passkey is asked for, and {@link #current} decides what is stored.
     *
     * @throws dev.cardea.error.AuthException if the store fails
     */
    Optional<User> holder(SessionCookie cookie);

    /**
     * The record of the session and its user, from the store each time. Asks no callback of the application: it is for the
     * site's own server, which runs them itself. Empty if the session has ended, or no store has a record of it.
     *
     * @throws dev.cardea.error.AuthException if the store fails
     */
    default Optional<RecordAndUser> recorded(SessionCookie cookie) {
        return Optional.empty();
    }

    /**
     * Who is signed in now, as {@link #current}, but only which session it is: also that of a user whom the store lacks.
     * Empty if only the cookie has it.
     *
     * @throws dev.cardea.error.AuthException where a callback or the store fails, so that it is unknown
     */
    Optional<StoredSession> session(SessionCookie cookie);
}
