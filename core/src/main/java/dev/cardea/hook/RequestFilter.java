package dev.cardea.hook;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/** Handles requests before the routes, and may have its own pages. Safe for concurrent use. */
public interface RequestFilter {
    /** Passes every request on. */
    RequestFilter NONE = new RequestFilter() {
        @Override
        public boolean handles(String path) {
            return false;
        }

        @Override
        public Response handle(Request request, HttpHandler routes) {
            return routes.handle(request);
        }
    };

    /** Returns whether a path outside of the base path belongs to the filter. */
    boolean handles(String path);

    /**
     * Handles a request under the base path, or for a path of the filter.
     *
     * @param routes answers requests under the base path
     */
    Response handle(Request request, HttpHandler routes);
}
