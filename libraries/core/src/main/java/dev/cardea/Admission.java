package dev.cardea;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;

/** What a framework integration does with a request, as {@link Guard#admit} decides. Immutable. */
public sealed interface Admission {
    /**
     * The request is for a route of Cardea. Read its body, up to one byte more than
     * {@link dev.cardea.action.AuthRequest#MAX_BODY}, and send the response. A longer body is rejected.
     *
     * @param routes answers the route
     */
    record Route(HttpHandler routes) implements Admission {
        /**
         * Handles the request. Blocks for a store, a provider or a callback. Never throws for what a visitor sent.
         *
         * @param request with its body
         */
        public Response answer(Request request) {
            return routes.handle(request);
        }
    }

    /**
     * The visitor may not see the page. Send this response instead.
     *
     * @param response a redirect to the sign-in page, 401, 403, or 503 while it is unknown who is signed in
     */
    record Denial(Response response) implements Admission {}

    /**
     * The visitor may see the page. Attach the visitor to the request, and call {@link Visitor#keep(int, ResponseHeaders)}
     * when the page has set its headers.
     *
     * @param isProtected whether the {@code authorized} callback has allowed it; {@code false} for a page that needs no
     *     permission
     */
    record Page(Visitor visitor, boolean isProtected) implements Admission {}
}
