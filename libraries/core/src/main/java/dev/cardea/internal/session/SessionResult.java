package dev.cardea.internal.session;

import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a session.
 *
 * @param session as the session callback shaped it; {@code null} if no user is signed in
 * @param user who it is, for code on the server
 * @param cookies to send
 * @param failure of the store or of a callback, where it is unknown who is signed in
 * @param renewal what to ask and report when the cookies are sent
 */
public record SessionResult(
        @Nullable Session session,
        @Nullable User user,
        List<Cookie> cookies,
        @Nullable AuthException failure,
        Renewal renewal) {
    public SessionResult(
            @Nullable Session session, @Nullable User user, List<Cookie> cookies, @Nullable AuthException failure) {
        this(session, user, cookies, failure, Renewal.NONE);
    }

    static SessionResult none(List<Cookie> cookies) {
        return new SessionResult(null, null, cookies, null);
    }

    static SessionResult unknown(AuthException failure) {
        return new SessionResult(null, null, List.of(), failure);
    }
}
