package dev.cardea.module;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;

/**
 * Handles whole requests before the routes, and can have pages outside the base path. A module that only adds pages
 * under the base path adds a {@link Route} instead: it gets the checks of every route. Safe for
 * concurrent use.
 */
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

    /** Returns a filter that passes what this one passes on to another filter. */
    default RequestFilter andThen(RequestFilter inner) {
        var outer = this;
        return new RequestFilter() {
            @Override
            public boolean handles(String path) {
                return outer.handles(path) || inner.handles(path);
            }

            @Override
            public Response handle(Request request, HttpHandler routes) {
                return outer.handle(request, next -> inner.handle(next, routes));
            }

            @Override
            public RequestFilter at(String contextPath, String basePath) {
                return outer.at(contextPath, basePath).andThen(inner.at(contextPath, basePath));
            }
        };
    }

    /**
     * Returns the filter for an application that its framework serves below a path. A filter with pages outside of the
     * base path serves them below that path. By default, this is the same filter.
     *
     * @param contextPath such as {@code /shop}, and the beginning of every path of a request; empty for the root
     * @param basePath the path of the routes, as requests have it
     */
    default RequestFilter at(String contextPath, String basePath) {
        return this;
    }

    /** Returns whether a path outside of the base path belongs to the filter. */
    boolean handles(String path);

    /**
     * Handles a request under the base path, for a path of this filter, or for one of another filter.
     *
     * @param routes answers all of these that this filter doesn't respond itself
     */
    Response handle(Request request, HttpHandler routes);
}
