package dev.cardea.action;

import dev.cardea.http.Cookie;
import dev.cardea.http.Response;
import java.util.List;

/**
 * Where to send the browser, and the cookies that go with it. A value: send it, or inspect it (Auth.js:
 * {@code redirect: false}).
 *
 * @param to absolute
 */
public record Redirect(String to, List<Cookie> cookies) {
    public Redirect {
        cookies = List.copyOf(cookies);
    }

    public Response toResponse() {
        return Response.redirect(to).cookies(cookies);
    }
}
