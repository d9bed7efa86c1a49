package dev.cardea.host.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The page that a request is dispatched to. An include keeps the path of the request (Jakarta Servlet 6.0, section
 * 9.3.1); all other dispatches change it.
 *
 * @param uri as it was sent, with the context path
 * @param within as the container reads it, within the application
 */
record Page(String uri, @Nullable String query, String within) {
    static Page of(HttpServletRequest http) {
        if (http.getDispatcherType() == DispatcherType.INCLUDE
                && http.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) instanceof String uri) {
            return new Page(
                    uri,
                    (String) http.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING),
                    path((String) http.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH), (String)
                            http.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO)));
        }
        return new Page(http.getRequestURI(), http.getQueryString(), path(http.getServletPath(), http.getPathInfo()));
    }

    private static String path(@Nullable String servlet, @Nullable String info) {
        return (servlet == null ? "" : servlet) + (info == null ? "" : info);
    }
}
