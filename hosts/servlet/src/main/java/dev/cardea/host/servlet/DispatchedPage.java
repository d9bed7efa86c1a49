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
 * @param sent as it was sent, within the application
 * @param routed as the container reads it, within the application
 */
record DispatchedPage(String uri, @Nullable String query, String sent, String routed) {
    static DispatchedPage of(HttpServletRequest http) {
        if (http.getDispatcherType() == DispatcherType.INCLUDE
                && http.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) instanceof String uri) {
            return of(
                    http,
                    uri,
                    (String) http.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING),
                    path((String) http.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH), (String)
                            http.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO)));
        }
        return of(http, http.getRequestURI(), http.getQueryString(), path(http.getServletPath(), http.getPathInfo()));
    }

    private static DispatchedPage of(HttpServletRequest http, String uri, @Nullable String query, String routed) {
        var context = http.getContextPath();
        return new DispatchedPage(uri, query, uri.startsWith(context) ? uri.substring(context.length()) : uri, routed);
    }

    private static String path(@Nullable String servlet, @Nullable String info) {
        return (servlet == null ? "" : servlet) + (info == null ? "" : info);
    }
}
