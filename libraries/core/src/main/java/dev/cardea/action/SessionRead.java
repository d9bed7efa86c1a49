package dev.cardea.action;

import dev.cardea.http.Cookie;
import dev.cardea.model.Session;
import java.util.List;
import java.util.Optional;

/**
 * Who is signed in, and the cookies that keep the user signed in.
 *
 * @param session with the user's id, whatever the session callback shows to browsers
 * @param cookies to send with the response
 */
public record SessionRead(Optional<Session> session, List<Cookie> cookies) {
    public SessionRead {
        cookies = List.copyOf(cookies);
    }
}
