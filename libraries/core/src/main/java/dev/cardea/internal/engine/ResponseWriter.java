package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.module.Route;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** How answers are written. */
public final class ResponseWriter {
    public static final String ERROR_ID = "Cardea-Error-Id";

    private ResponseWriter() {}

    public static Response badRequest() {
        return uncached(Response.json(400, "\"Bad request.\""));
    }

    /** Makes an answer that is the same for every visitor one for every cache; any other status stays uncached. */
    static Response cachedFor(Duration age, Response response) {
        if (response.status() != 200) return response;
        var headers = response.headers().without("Expires").without("Pragma");
        return response.headers(headers.set("Cache-Control", "public, max-age=" + age.toSeconds()));
    }

    /**
     * No answer of Cardea is for a cache, unless a {@link Route} says so. None is of a type that browsers should guess.
     * The address that a redirect comes from may hold a code or a token, so browsers must not send it as a referrer.
     */
    public static Response uncached(Response response) {
        var headers = response.headers()
                .set("Cache-Control", "private, no-cache, no-store")
                .set("Expires", "0")
                .set("Pragma", "no-cache")
                .set("X-Content-Type-Options", "nosniff");
        boolean redirects = response.status() / 100 == 3;
        return response.headers(redirects ? headers.set("Referrer-Policy", "no-referrer") : headers);
    }

    /** Writes an internal response; with {@code returnsRedirect} a redirect becomes a JSON body and keeps its headers. */
    public static Response write(InternalResponse internal, boolean returnsRedirect) {
        var redirect = internal.redirect();
        if (redirect == null) {
            int status = internal.status() == null ? 200 : internal.status();
            return uncached(
                    Response.of(status, internal.headers(), body(internal)).cookies(internal.cookies()));
        }
        if (!returnsRedirect) {
            int status = internal.status() == null ? 302 : internal.status();
            return uncached(Response.of(status).location(redirect).cookies(internal.cookies()));
        }
        return uncached(Response.json(200, Claims.of("url", redirect).toJson())
                .location(redirect)
                .cookies(internal.cookies()));
    }

    private static byte[] body(InternalResponse internal) {
        boolean json = internal.headers()
                .first("content-type")
                .filter("application/json"::equals)
                .isPresent();
        var body = internal.body();
        var text = json ? Json.print(body) : body == null ? "" : body.toString();
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
