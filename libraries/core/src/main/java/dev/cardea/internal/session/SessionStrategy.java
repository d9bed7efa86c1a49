package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a login is kept, such as in {@link TokenSessions} or {@link DatabaseSessions}. Nothing else asks which of them it is. */
public interface SessionStrategy {
    /** Returns what differs from other strategies. */
    SessionTraits traits();

    /** Returns the age from which a session is due for renewal. */
    Duration renewalAge();

    /**
     * Reads the session, keeps it alive, and shapes it through the callbacks. Never throws for what a visitor sent; a
     * store or a callback that fails is in the result, and the visitor's cookie stays.
     *
     * @param update what a client sent to change its session, or {@code null} for a plain read
     * @param reissue whether the answer gets a new cookie; an update always does
     */
    SessionResult read(SessionCookie cookie, @Nullable Update update, Reissue reissue);

    /**
     * Reads the session as {@link #read} does, from the store if that knows it, and sends no cookie. What was read before is
     * not relied on.
     */
    SessionResult confirmed(SessionCookie cookie);

    /**
     * Who is signed in now, for linking and for the management of accounts: only who has a session, as {@link #read} has
     * it. Expired is absent. This is the strict read: it asks the store each time, even where {@link #read} may rely on what
     * was read before, and the user is the stored one.
     *
     * @throws dev.cardea.error.AuthException where a callback or the store fails, so that it is unknown
     */
    Optional<CurrentLogin> current(SessionCookie cookie);

    /**
     * The login of {@link #current}, for modules and applications.
     *
     * @throws dev.cardea.error.ConfigurationException if the store doesn't have the sessions
     */
    default Optional<Login> login(SessionCookie cookie) {
        traits().requireEnd();
        return current(cookie).flatMap(CurrentLogin::login);
    }

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
     * Stores a new session, if this strategy stores sessions; part of the unit that stores the user.
     *
     * @return {@code null} if only the cookie has it
     */
    @Nullable StoredSession open(Store store, NewSession facts);

    /** Ends the session that a new one replaces, if this strategy stores sessions. */
    void close(Store store, SessionCookie cookie);

    /**
     * Who is signed in now, as {@link #current}, but only which session it is: also that of a user whom the store lacks.
     * Empty if only the cookie has it.
     *
     * @throws dev.cardea.error.AuthException where a callback or the store fails, so that it is unknown
     */
    Optional<StoredSession> session(SessionCookie cookie);

    /**
     * Returns the sessions in this store, or in this unit of it: those of other browsers are listed and ended there.
     *
     * @param reason published for each session with a record that is ended there; {@code null}: nothing is published
     */
    StoredSessions stored(Store store, @Nullable Reason reason);

    /**
     * Ends the sessions of a user who logged out at a provider; part of the unit, if there is one. Sessions without a record
     * are not found.
     */
    void endOfProvider(Store store, SessionSelection.OfProvider which);

    /** The cookies of a new login. */
    List<Cookie> issue(NewLogin login, SessionCookie cookie);

    /**
     * The cookies of a session that replaces another one of the same login.
     *
     * @param before who was signed in, as {@link #current} said
     * @param replacement the new session, as {@link #open} returned it
     */
    List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie);

    /**
     * The cookies of a session whose user has changed.
     *
     * @param now the login of {@link #current}, with the changed user
     */
    List<Cookie> changed(CurrentLogin now, SessionCookie cookie);

    /** Signs out. */
    SignOutResult end(SessionCookie cookie);

    /** When a read sends a new cookie. */
    enum Reissue {
        /** Each time, as the route does. */
        ALWAYS,
        /** When the session is older than {@code updateAge}, or the {@code jwt} callback changed its claims. */
        WHEN_DUE,
        /** Never: no row is written and no cookie is set. The session ends when it would have ended. */
        NEVER
    }

    /**
     * A request to change a session.
     *
     * @param data any JSON, {@code null} where none was sent
     */
    record Update(@Nullable Object data) {}
}
