package dev.cardea.internal.engine;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.origin.AllowedOrigins;

/**
 * Lets scripts of the allowed origins read responses (Fetch, section 3.3, CORS). Without allowed origins it changes
 * nothing. It decides about reading only: what changes something still needs its token.
 */
final class CrossOriginAccess {
    private static final String TWO_HOURS = "7200";

    private final AllowedOrigins origins;

    CrossOriginAccess(AllowedOrigins origins) {
        this.origins = origins;
    }

    /** Returns whether a browser asks on behalf of an allowed origin whether it may send a request. */
    boolean isPreflight(Request http) {
        return http.method().equals("OPTIONS")
                && http.headers().has("access-control-request-method")
                && origins.sender(http.headers()).isPresent();
    }

    /** The answer to a preflight: the methods and headers that the routes read. */
    static Response preflight() {
        return Response.of(204)
                .header("Access-Control-Allow-Methods", "GET, POST")
                .header("Access-Control-Allow-Headers", "Content-Type, X-Auth-Return-Redirect")
                .header("Access-Control-Max-Age", TWO_HOURS);
    }

    /** Marks a response as readable for the origin that asked, if it is allowed, and as different for every origin. */
    Response mark(Request http, Response response) {
        if (origins.isEmpty()) return response;
        var headers = varying(response.headers());
        var sender = origins.sender(http.headers());
        if (sender.isPresent()) {
            headers = headers.set("Access-Control-Allow-Origin", sender.get())
                    .set("Access-Control-Allow-Credentials", "true")
                    .set("Access-Control-Expose-Headers", "Cardea-Error-Id, Retry-After");
        }
        return response.headers(headers);
    }

    private static Headers varying(Headers headers) {
        var before = headers.joined("vary");
        return headers.set("Vary", before.map(names -> names + ", Origin").orElse("Origin"));
    }
}
