package dev.cardea.host.helidon;

import dev.cardea.Auth;
import dev.cardea.Visitor;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/** What the filter leaves with a request for the handlers. */
record Visit(Auth auth, Request request, Visitor visitor) {
    /** @throws IllegalStateException where the filter does not stand before this handler */
    static Visit of(ServerRequest request) {
        return request.context()
                .get(Visit.class)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's filter has not seen this request; add it to the routing first"));
    }

    void keep(ServerResponse response) {
        for (var cookie : visitor.cookies()) {
            response.headers().add(HeaderValues.create(HeaderNames.SET_COOKIE, cookie.toHeaderValue()));
        }
    }

    /** A line that kept the session as it was may not stand beside one that changes it. */
    void setCookies(ServerResponse response, List<Cookie> own) {
        if (own.isEmpty()) return;
        var headers = response.headers();
        var before = headers.contains(HeaderNames.SET_COOKIE)
                ? headers.get(HeaderNames.SET_COOKIE).allValues()
                : List.<String>of();
        headers.set(HeaderValues.create(HeaderNames.SET_COOKIE, visitor.replaced(before, own)));
    }
}
