package dev.cardea.action;

import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
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

    /** Returns the address as a header, for a response with status 302 whose cookies are set already. */
    public Headers headers() {
        return Response.redirect(to).headers();
    }

    /** Returns a whole response: the address and the cookies. */
    public Response toResponse() {
        return Response.redirect(to).cookies(cookies);
    }
}
