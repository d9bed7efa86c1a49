package dev.cardea;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.charset.StandardCharsets;

/** How answers are written. */
final class Answers {
    static final String ERROR_ID = "Cardea-Error-Id";

    private Answers() {}

    static Response badRequest() {
        return uncached(Response.json(400, "\"Bad request.\""));
    }

    static boolean isAction(Request request, String basePath) {
        try {
            AuthRequest.parse(request, "http://localhost", basePath);
            return true;
        } catch (BadRequestException e) {
            return false;
        }
    }

    /** No answer of ours is for a cache. */
    static Response uncached(Response response) {
        return response.headers(response.headers()
                .set("Cache-Control", "private, no-cache, no-store")
                .set("Expires", "0")
                .set("Pragma", "no-cache"));
    }

    /** Writes an internal response; with {@code returnsRedirect} a redirect becomes a JSON body and keeps its headers. */
    static Response write(InternalResponse internal, boolean returnsRedirect) {
        var redirect = internal.redirect();
        if (redirect == null) {
            int status = internal.status() == null ? 200 : internal.status();
            return uncached(
                    Response.of(status, internal.headers(), body(internal)).cookies(internal.cookies()));
        }
        var location = Headers.of("Location", redirect);
        if (!returnsRedirect) {
            return uncached(Response.of(302, location, new byte[0]).cookies(internal.cookies()));
        }
        var url = Claims.of("url", redirect).toJson().getBytes(StandardCharsets.UTF_8);
        return uncached(Response.of(200, location.with("Content-Type", "application/json"), url)
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
