package dev.cardea.internal.session;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SessionCookie;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a login is kept, such as in {@link TokenSessions} or {@link DatabaseSessions}. Nothing else asks which of them it is. */
public interface SessionStrategy {
    /** Returns what differs from other strategies. */
    SessionTraits traits();

    /** Returns what is stored of the sessions. */
    SessionStorage storage();

    /** Returns the strict reads of who is signed in. */
    CurrentLogins logins();

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
     * Who is signed in now, as {@link CurrentLogins#current}, for modules and applications.
     *
     * @throws dev.cardea.error.ConfigurationException if the store doesn't have the sessions
     */
    default Optional<CurrentLogin> login(SessionCookie cookie) {
        traits().requireEnd();
        return logins().current(cookie);
    }

    /**
     * Ends the session that a new one replaces, if this strategy stores sessions.
     *
     * @return whether the session lasted until now; also {@code true} if only the cookie has it
     */
    boolean close(Store store, SessionCookie cookie);

    /** The cookies of a new login. */
    List<Cookie> issue(NewLogin login, SessionCookie cookie);

    /**
     * The cookies of a session that replaces another one of the same login.
     *
     * @param before who was signed in, as {@link CurrentLogins#current} said
     * @param replacement the new session, as {@link SessionStorage#open} returned it
     */
    List<Cookie> replace(CurrentLogin before, StoredSession replacement, SessionCookie cookie);

    /**
     * The cookies of a session whose user has changed.
     *
     * @param now the login of {@link CurrentLogins#current}, with the changed user
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
