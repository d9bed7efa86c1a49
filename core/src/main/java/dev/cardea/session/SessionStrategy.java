package dev.cardea.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.Store;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.http.Cookie;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a login is kept: {@link JwtSessions} or {@link DatabaseSessions}. */
public sealed interface SessionStrategy permits JwtSessions, DatabaseSessions {
    /**
     * Reads the session, keeps it alive, and shapes it through the callbacks. Never throws for what a visitor sent; a
     * store that fails is in the result, and its cookie stays.
     *
     * @param update what a client sent to change its session, or {@code null} for a plain read
     */
    ReadSession read(SessionCookie cookie, @Nullable Update update);

    /** As {@link #read}, and nothing is written: no row, no cookie. The session ends when it would have ended. */
    ReadSession look(SessionCookie cookie);

    /** Who is signed in now, for linking; expired is absent. */
    Optional<CurrentLogin> current(SessionCookie cookie);

    /** Makes the row of a new login, where this strategy has rows; part of the unit that stores the user. */
    @Nullable AdapterSession open(Store store, String userId);

    /** Ends the row of the login that a new one replaces, where this strategy has rows. */
    void close(Store store, SessionCookie cookie);

    /** The cookies of a new login. */
    List<Cookie> issue(NewLogin login, SessionCookie cookie);

    /** Signs out. */
    End end(SessionCookie cookie);

    /**
     * A request to change a session.
     *
     * @param data any JSON, {@code null} where none was sent
     */
    record Update(@Nullable Object data) {}
}
